"""Child processes of the web process: what cannot be started leaves nothing open."""

from __future__ import annotations

from pathlib import Path

import pytest
from yakume.webui.children import begin

OPEN = Path("/proc/self/fd")


@pytest.mark.skipif(not OPEN.is_dir(), reason="open files are counted as Linux shows them")
def test_a_child_that_cannot_be_started_leaves_no_pipe_open() -> None:
    kept = []
    before = len(list(OPEN.iterdir()))
    for _ in range(20):
        with pytest.raises(Exception, match=r"pickle|local object") as refused:
            begin(lambda pipe: None, name="no child")
        kept.append(refused)  # whoever keeps the error keeps what it holds
    assert len(list(OPEN.iterdir())) <= before + 2
