#!/usr/bin/env bash
# What the tests need from the system, from Debian's packages: Chromium (without windows), PostgreSQL, nginx.
set -euo pipefail
missing=()
command -v chromium-headless-shell > /dev/null || missing+=(chromium-headless-shell)
compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || command -v initdb > /dev/null || missing+=(postgresql)
[ -x /usr/sbin/nginx ] || command -v nginx > /dev/null || missing+=(nginx-light)
[ ${#missing[@]} -eq 0 ] && exit 0
echo "installing ${missing[*]} …"
root=""
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo > /dev/null || { echo "please install: ${missing[*]}" >&2; exit 1; }
  root="sudo"
fi
command -v apt-get > /dev/null || { echo "please install: ${missing[*]}" >&2; exit 1; }
log=$(mktemp)
if ! { $root apt-get update -qq && $root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}"; } > "$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
