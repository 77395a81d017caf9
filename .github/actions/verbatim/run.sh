#!/usr/bin/env bash
# Runs the tool of a package, or that of a release, and passes its exit code on.
set -euo pipefail

download() {
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) platform=linux-amd64 ;;
    Linux-aarch64 | Linux-arm64) platform=linux-arm64 ;;
    Darwin-*) platform=macos ;;
    *) echo "verbatim: no release for $(uname -s) $(uname -m): give the input 'tool'" >&2; exit 2 ;;
  esac
  if ! [[ "$VERBATIM_VERSION" =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
    echo "verbatim: '$VERBATIM_VERSION' is no release: use the action of a tag, or the input 'version'" >&2
    exit 2
  fi
  if ! command -v curl > /dev/null; then
    echo "verbatim: no curl, which downloads the release: install it, or give the input 'tool'" >&2
    exit 2
  fi
  # The action itself is of the repository that has the release, unless it is run from a checkout.
  repository="${VERBATIM_REPOSITORY:-$GITHUB_REPOSITORY}"
  folder="$RUNNER_TEMP/verbatim-$VERBATIM_VERSION"
  mkdir -p "$folder"
  for file in "verbatim-$platform.tar.gz" checksums.txt; do
    curl --fail --silent --show-error --location --retry 3 --output "$folder/$file" \
      "$GITHUB_SERVER_URL/$repository/releases/download/$VERBATIM_VERSION/$file"
  done
  expected="$(grep "  verbatim-$platform.tar.gz\$" "$folder/checksums.txt")"
  if command -v sha256sum > /dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
  (cd "$folder" && "${sum[@]}" --check --quiet <<< "$expected") >&2
  tar -xzf "$folder/verbatim-$platform.tar.gz" -C "$folder"
  tool=("$folder/verbatim")
}

# Words between spaces, in which the shell expands nothing.
IFS=$' \t\n' read -r -d '' -a tool <<< "$VERBATIM_TOOL" || true
IFS=$' \t\n' read -r -d '' -a arguments <<< "$VERBATIM_ARGUMENTS" || true
if [[ -z "${tool[*]-}" ]]; then
  download
  # Messages name the program, not the folder of the download.
  export VERBATIM_COMMAND="${VERBATIM_COMMAND:-verbatim}"
fi
code=0
# Of bash 3.2, which macOS has, an array without words is unset.
"${tool[@]}" ${arguments[@]+"${arguments[@]}"} || code=$?
echo "code=$code" >> "$GITHUB_OUTPUT"
exit "$code"
