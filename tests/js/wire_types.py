"""The types of what a page is told and says, as TypeScript, made from the API's schema.

    python tests/js/wire_types.py        writes webui/static/wire.d.ts

The page's scripts name them in comments; `make check` holds the scripts to them, and a test holds the file to the API.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from yakume.webui.app import create_app
from yakume.webui.settings import Settings

FILE = Path(__file__).resolve().parents[2] / "webui" / "static" / "wire.d.ts"

HEAD = """\
// What a page is told and says, made from the API's schema by tests/js/wire_types.py: change webui/wire.py or
// webui/schemas.py, and make it again.
"""

LOOKED_UP = """
/** What a route answers, such as "GET /api/setup"; one that is not known answers anything. */
export type AnswerOf<Route extends string> = Route extends keyof Answers ? Answers[Route] : any;
"""

PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def wire_types() -> str:
    """The file's text."""
    schema = create_app(Settings()).openapi()
    models = schema["components"]["schemas"]
    said = _named([method["responses"] for path in schema["paths"].values() for method in path.values()], models)
    parts = [HEAD]
    for name, part in sorted(models.items()):
        if name in said and "properties" in part:  # an answer is whole, whatever a field would be by default
            part = part | {"required": [*part.get("required", ()), *_with_default(part)]}
        about = part.get("description", "").strip().splitlines()
        comment = f"/** {about[0]} */\n" if about else ""
        if "properties" in part:
            parts.append(f"{comment}export interface {_name(name)} {_object(part, '')}\n")
        else:
            parts.append(f"{comment}export type {_name(name)} = {_type(part, '')};\n")
    parts.append(_answers(schema["paths"]))
    return "\n".join(parts)


def _named(schema: Any, models: dict[str, Any]) -> set[str]:
    """The models that a schema names, and those that they name."""
    found: set[str] = set()
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rsplit("/", 1)[-1]
            if name in models and name not in found:
                found.add(name)
                waiting.append(models[name])
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return found


def _with_default(schema: dict[str, Any]) -> list[str]:
    return [name for name, part in schema["properties"].items() if "default" in part]


def _answers(paths: dict[str, Any]) -> str:
    """What each route answers, by method and path."""
    lines = []
    for path, methods in sorted(paths.items()):
        for method, route in sorted(methods.items()):
            answers = [answer for code, answer in route["responses"].items() if code.startswith("2")]
            content = answers[0].get("content", {}) if answers else {}
            if "application/json" in content and content["application/json"]["schema"]:
                lines.append(f'  "{method.upper()} {path}": {_type(content["application/json"]["schema"], "  ")};')
    return "/** What each route answers. */\nexport interface Answers {\n" + "\n".join(lines) + "\n}\n" + LOOKED_UP


def _type(schema: dict[str, Any], indent: str) -> str:
    if "$ref" in schema:
        return _name(schema["$ref"].rsplit("/", 1)[1])
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(_type(each, indent) for each in schema[union]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(each, indent) for each in schema['prefixItems'])}]"
        item = _type(schema.get("items", {}), indent)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        if "properties" in schema:
            return _object(schema, indent)
        return f"{{ [key: string]: {_type(_values(schema), indent)} }}"
    return PLAIN.get(kind or "", "any")


def _values(schema: dict[str, Any]) -> dict[str, Any]:
    values = schema.get("additionalProperties", {})
    return values if isinstance(values, dict) else {}


def _object(schema: dict[str, Any], indent: str) -> str:
    required = schema.get("required", ())
    lines = []
    for name, part in schema["properties"].items():
        if "description" in part and "$ref" not in part:
            lines.append(f"{indent}  /** {' '.join(part['description'].split())} */")
        optional = "" if name in required else "?"
        lines.append(f"{indent}  {name}{optional}: {_type(part, indent + '  ')};")
    return "{\n" + "\n".join(lines) + f"\n{indent}}}"


def _name(name: str) -> str:
    return name.replace("-", "")


if __name__ == "__main__":
    FILE.write_text(wire_types(), encoding="utf-8")
