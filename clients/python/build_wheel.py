"""Builds the wheel with the standard library alone: python3 build_wheel.py DIRECTORY."""

from __future__ import annotations

import base64
import hashlib
import sys
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent
# The same files give the same bytes.
EARLIEST_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def build(directory: Path) -> Path:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    info = f"{name}-{version}.dist-info"
    sources = sorted(path for path in (ROOT / "src").rglob("*") if path.suffix == ".py" or path.name == "py.typed")
    files = {str(path.relative_to(ROOT / "src")): path.read_bytes() for path in sources}
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\n"
        f"Summary: {project['description']}\nRequires-Python: {project['requires-python']}\n"
    ).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: gable\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    records = [f"{path},{digest(content)},{len(content)}" for path, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*records, f"{info}/RECORD,,", ""]).encode()
    wheel = directory / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(zipfile.ZipInfo(path, EARLIEST_ZIP_TIME), content, zipfile.ZIP_DEFLATED)
    return wheel


def digest(content: bytes) -> str:
    hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
    return f"sha256={hashed.decode()}"


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    target.mkdir(parents=True, exist_ok=True)
    print(build(target))
