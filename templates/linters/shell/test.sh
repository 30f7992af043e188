#!/bin/sh
# sh FOLDER/test.sh: each request beside this file is answered as its name says.
set -eu
cd "$(dirname "$0")"

for disposition in allow deny advisory; do
  answer=$(sh ./linter.sh <"requests/$disposition.json")
  case $answer in
    *"\"disposition\":\"$disposition\""*) ;;
    *)
      echo "requests/$disposition.json was answered: $answer" >&2
      exit 1
      ;;
  esac
done
if printf '{}' | sh ./linter.sh >/dev/null 2>&1; then
  echo "what is no request was judged" >&2
  exit 1
fi
echo "ok"
