"""Every route of the application, for tests that must leave none out."""

from __future__ import annotations

import importlib
import pkgutil

from fastapi.routing import APIRoute
from yakume.webui import routes

MODULES = [importlib.import_module(f"{routes.__name__}.{each.name}") for each in pkgutil.iter_modules(routes.__path__)]
ROUTES = sorted(
    {
        (method, route.path)
        for module in MODULES
        for route in module.router.routes
        if isinstance(route, APIRoute)
        for method in route.methods
    }
)
COMMANDS = sorted(
    {
        route.path
        for module in MODULES
        for route in module.router.routes
        # Pictures are sent as they are, and some routes take nothing.
        if isinstance(route, APIRoute) and route.body_field is not None
    }
)
