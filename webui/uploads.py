"""Photographs on their way in: few at a time and in threads of their own, so that nothing else waits for them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fastapi import Request

from .errors import ApiError

MOST = 6
"""Photographs received or waiting for the reader at a time; each may take 32 MB."""
MOST_OF_ONE = 3
"""Of these, from one address."""


Answer = TypeVar("Answer")


class Uploads:
    """Takes photographs and hands them to the reader, which reads one at a time. Used from the event loop alone."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(MOST, thread_name_prefix="uploads")
        self._of: Counter[str] = Counter()

    async def take(self, request: Request, work: Callable[[bytes], Answer]) -> Answer:
        """What `work` makes of the body of `request`. Raises: ApiError if too many others are on their way."""
        address = request.client.host if request.client else ""
        # Refused before the body is read: what waits must not fill the memory.
        if self._of.total() >= MOST or self._of[address] >= MOST_OF_ONE:
            raise ApiError(503, "busy", f"{self._of.total()} photographs are being read: try again in a moment")
        self._of[address] += 1
        try:
            data = await request.body()
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, data)
        finally:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def close(self) -> None:
        """Take nothing any more; does not wait for what is being read."""
        self._pool.shutdown(wait=False, cancel_futures=True)
