# SPDX-License-Identifier: Apache-2.0
"""What can go wrong; each kind has the exit code of the command."""

from __future__ import annotations

from typing import Any


class RigorError(Exception):
    """Anything that Rigor cannot or will not do."""

    exit_code = 1

    def __init__(self, text: str, problems: list[dict[str, Any]] | None = None) -> None:
        super().__init__(text)
        #: of a scene: what is wrong, each with file, line, column, key, value, rule and remedy
        self.problems: list[dict[str, Any]] = problems or []

    @property
    def file(self) -> str | None:
        """The file of the first problem."""
        return str(self.problems[0]["file"]) if self.problems else None

    @property
    def line(self) -> int | None:
        """Its line, counted from 1."""
        return int(self.problems[0]["line"]) if self.problems else None

    @property
    def rule(self) -> str | None:
        """What must hold there."""
        return str(self.problems[0]["rule"]) if self.problems else None

    @property
    def remedy(self) -> str | None:
        """What to do about it."""
        return str(self.problems[0]["remedy"]) if self.problems else None


class ClaimFailed(RigorError):
    """The checker could not prove what the run claims."""

    exit_code = 1


class UsageError(RigorError):
    """A call that makes no sense."""

    exit_code = 2


class InputError(RigorError):
    """A scene, trace or file that cannot be used."""

    exit_code = 3


class Refused(RigorError):
    """The run ended early, honestly: what came before stands."""

    exit_code = 4


class LimitReached(RigorError):
    """A limit on events, segments or wall time ended the run."""

    exit_code = 5


def error_for(exit_code: int, text: str) -> RigorError:
    """The error that stands for an exit code of the command."""
    for kind in (ClaimFailed, UsageError, InputError, Refused, LimitReached):
        if kind.exit_code == exit_code:
            return kind(text)
    return RigorError(text)
