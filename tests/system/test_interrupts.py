"""Ctrl-C waits for a good moment."""

from __future__ import annotations

import signal
import threading

import pytest

from thalweg.system.interrupts import HeldInterrupts


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_waits_until_the_end() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), HeldInterrupts():  # noqa: PT012
        press()
        steps.append("after")
    assert steps == ["after"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_takes_effect_between_two_steps() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), HeldInterrupts() as interrupts:  # noqa: PT012
        press()
        steps.append(1)
        interrupts.raise_if_waiting()
        steps.append(2)
    assert steps == [1]


def test_ctrl_c_takes_effect_at_once_where_it_is_allowed() -> None:
    steps = []
    with HeldInterrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt), interrupts.allowed():  # noqa: PT012
            press()
            steps.append("not reached")
        steps.append("held again")
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012
            press()
            steps.append("later")
            interrupts.raise_if_waiting()
    assert steps == ["held again", "later"]


def test_a_handler_of_the_user_is_called_later_and_may_go_on() -> None:
    called = []
    previous = signal.signal(signal.SIGINT, lambda number, frame: called.append(number))
    try:
        with HeldInterrupts() as interrupts:
            press()
            assert called == []
            interrupts.raise_if_waiting()
            assert called == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, previous)
    assert called == [signal.SIGINT]


def test_an_ignored_signal_stays_ignored() -> None:
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with HeldInterrupts():
            press()
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, previous)


def test_other_threads_hold_nothing() -> None:
    handlers = []

    def hold() -> None:
        with HeldInterrupts():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert handlers == [signal.default_int_handler]


def test_an_error_is_not_replaced_by_ctrl_c() -> None:
    with pytest.raises(ValueError, match="first"), HeldInterrupts():  # noqa: PT012
        press()
        raise ValueError("first")
