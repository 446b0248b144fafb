"""What a wheel holds besides the Python package: the built web app.

A hook, not a plain setting: an editable install, as `make play` makes it, must work before the web app is built, while
a wheel without it would be of no use to anybody and is refused.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebApp(BuildHookInterface[Any]):
    """Puts `web/dist` into the wheel as `escaramuza/web`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        built = Path(self.root) / "web" / "dist"
        if not (built / "index.html").is_file():
            raise FileNotFoundError("The web app is not built yet: `make package` builds it and then the package.")
        build_data["force_include"][str(built)] = "escaramuza/web"
