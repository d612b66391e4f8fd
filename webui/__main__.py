"""`python -m yakume.webui` is `yakume`."""

from __future__ import annotations

import sys

from yakume.webui.cli import main

sys.exit(main())
