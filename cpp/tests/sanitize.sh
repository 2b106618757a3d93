#!/bin/sh
# Builds the core and its tests with the address, undefined-behaviour and thread sanitizers, and runs
# them, one per core. Argument: a folder with cmake and ninja (the virtual environment's bin).
set -eu
mkdir -p build
bin=$1
builds="build/sanitize-address,undefined build/sanitize-thread"
for build in $builds; do
  "$bin/cmake" -S . -B "$build" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" \
    -DTHALWEG_CPP_TESTS=ON -DTHALWEG_SANITIZE="${build#*-}" >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
  "$bin/ninja" -C "$build" >>"$build.log" 2>&1 || { tail -40 "$build.log"; exit 1; }
done
# Without address randomisation: the thread sanitizer cannot place its shadow otherwise.
run() { if setarch "$(uname -m)" -R true 2>/dev/null; then setarch "$(uname -m)" -R "$@"; else "$@"; fi; }
for build in $builds; do
  # The thread sanitizer takes five times as long; threads do the same with every instruction set.
  case $build in *thread) which=best ;; *) which=all ;; esac
  { run "$build/core_tests" $which >"$build.txt" 2>&1 && echo passed >"$build.passed"; } &
done
wait
status=0
for build in $builds; do
  echo "== ${build#*-}"
  cat "$build.txt"
  [ -e "$build.passed" ] || status=1
  rm -f "$build.passed"
done
exit $status
