"""An answer of the interface for programs, checked against its description."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from web.openapi import document


def described(answer: TestResponse, path: str, method: str) -> Any:
    """The answer's JSON; fails where it is not as ``/api/v1/openapi.json`` says."""
    operation = document()["paths"][path][method]
    code = str(answer.status_code)
    told = operation["responses"].get(code, operation["responses"].get("default"))
    schema = told["content"]["application/json"]["schema"]
    validator = Draft202012Validator(schema | {"components": document()["components"]})
    validator.validate(answer.json)
    return answer.json
