# SPDX-License-Identifier: Apache-2.0
"""The command `rigor`, as `python -m rigor` and as the script of the package."""

from __future__ import annotations

import sys

from ._rigor import command


def main() -> int:
    return command(["rigor", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
