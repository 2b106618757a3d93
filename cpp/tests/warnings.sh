#!/bin/sh
# Compiles the core, its tests and the benchmarks with GCC and Clang, those that exist; any warning
# is an error. Argument: a folder with cmake and ninja (the virtual environment's bin).
set -eu
mkdir -p build
bin=$1
for compiler in g++ clang++; do
  if ! command -v "$compiler" >/dev/null; then echo "== $compiler: not on this machine, skipped"; continue; fi
  echo "== $compiler"
  build=build/warnings-$compiler
  "$bin/cmake" -S . -B "$build" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" -DCMAKE_CXX_COMPILER="$compiler" \
    -DTHALWEG_CPP_TESTS=ON -DTHALWEG_BENCHMARKS=ON -DTHALWEG_WERROR=ON >"$build.log" 2>&1 || { cat "$build.log"; exit 1; }
  "$bin/ninja" -C "$build" >>"$build.log" 2>&1 || { tail -40 "$build.log"; exit 1; }
  "$build/core_tests"
done
