// Runs the signing snippet of each language: over the signing vectors, and as a command that sends one request.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newFolder, project } from './process.ts'

export type Prepared = {
  /** Reads one vector per line (method, path, query, timestamp, nonce and body in base64, separated by commas) and prints its signature. */
  vectors: readonly string[]
  /** Accepts METHOD PATH [BODY] [IDEMPOTENCY_KEY] as arguments. */
  request: readonly string[]
}

export type Runtime = {
  language: string
  file: string
  /** A command that succeeds where the runtime is installed. */
  probe: readonly string[]
  prepare(file: string): Prepared
  /** The bash snippet does not sort: it needs the canonical query. */
  takesCanonicalQuery?: true
}

const PYTHON = (file: string) => `
import base64, importlib.util, os, sys
spec = importlib.util.spec_from_file_location('freehold', ${JSON.stringify(file)})
freehold = importlib.util.module_from_spec(spec)
sys.dont_write_bytecode = True
spec.loader.exec_module(freehold)
for line in sys.stdin:
    *texts, body = [base64.b64decode(field) for field in line.rstrip('\\n').split(',')]
    print(freehold.sign(os.environ['FREEHOLD_SECRET'], *[text.decode() for text in texts], body))
`
const JAVASCRIPT = (file: string) => `
import { readFileSync } from 'node:fs'
const { sign } = await import(${JSON.stringify(file)})
for (const line of readFileSync(0, 'utf8').trimEnd().split('\\n')) {
  const [method, path, query, timestamp, nonce, body] = line.split(',').map((field) => Buffer.from(field, 'base64').toString())
  console.log(sign({ secret: process.env.FREEHOLD_SECRET, method, path, query, timestamp, nonce, body }))
}
`
const SEND = `freehold "$1" "\${2%%[?]*}" "\${query:-}" "\${3:-}" "\${4:-}"`
const BASH = (file: string) => `
source ${file}
plain() { printf '%s' "$1" | base64 -d; }
while IFS=, read -r method path query timestamp nonce body; do
  freehold_sign "$(plain "$method")" "$(plain "$path")" "$(plain "$query")" "$(plain "$timestamp")" "$(plain "$nonce")" "$(plain "$body")"
done
`
const PHP = (file: string) => `
require ${JSON.stringify(file)};
while (($line = fgets(STDIN)) !== false)
  echo freehold_sign(getenv('FREEHOLD_SECRET'), ...array_map('base64_decode', explode(',', rtrim($line, "\\n")))), "\\n";
`
const RUBY = `
STDIN.each_line(chomp: true) do |line|
  puts Freehold.sign(ENV["FREEHOLD_SECRET"], *line.split(",", -1).map { |field| field.unpack1("m").force_encoding("UTF-8") })
end
`
const GO = `package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var plain [6]string
		for i, field := range strings.Split(lines.Text(), ",") {
			bytes, _ := base64.StdEncoding.DecodeString(field)
			plain[i] = string(bytes)
		}
		secret := os.Getenv("FREEHOLD_SECRET")
		fmt.Println(Sign(secret, plain[0], plain[1], plain[2], plain[3], plain[4], plain[5]))
	}
}
`
const JAVA = `
import static java.nio.charset.StandardCharsets.UTF_8;
import java.util.Base64;
import java.util.Scanner;
import java.util.stream.Stream;

public final class Vectors {
  public static void main(String[] none) throws Exception {
    for (var lines = new Scanner(System.in); lines.hasNextLine(); ) {
      var plain = Stream.of(lines.nextLine().split(",", -1)).map(one -> new String(Base64.getDecoder().decode(one), UTF_8)).toList();
      System.out.println(Freehold.sign(System.getenv("FREEHOLD_SECRET"),
          plain.get(0), plain.get(1), plain.get(2), plain.get(3), plain.get(4), plain.get(5)));
    }
  }
}
`

function prepareJava(file: string): Prepared {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'Vectors.java'), JAVA)
  const built = spawnSync('javac', ['-d', folder, file, path.join(folder, 'Vectors.java')], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  return { vectors: ['java', '-cp', folder, 'Vectors'], request: ['java', '-cp', folder, 'Freehold'] }
}

/** A Go program has one main function, so the snippet's own is renamed beside that of the vectors. */
function prepareGo(file: string): Prepared {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'freehold.go'), readFileSync(file, 'utf8').replace('func main()', 'func send()'))
  writeFileSync(path.join(folder, 'vectors.go'), GO)
  writeFileSync(path.join(folder, 'go.mod'), 'module snippet\n\ngo 1.21\n')
  return { vectors: ['go', 'run', '-C', folder, '.'], request: ['go', 'run', file] }
}

/** `file` is below docs/snippets. */
export const RUNTIMES: readonly Runtime[] = [
  {
    language: 'bash',
    file: 'bash/freehold.sh',
    probe: ['bash', '--norc', '-c', 'openssl version && curl --version'],
    takesCanonicalQuery: true,
    prepare: (file) => ({
      vectors: ['bash', '--norc', '-euo', 'pipefail', '-c', BASH(file)],
      // The bash snippet takes the query as a separate argument.
      request: [...['bash', '--norc', '-c', `source ${file}; [[ $2 == *[?]* ]] && query=\${2#*[?]}; ${SEND}`], 'bash'],
    }),
  },
  {
    language: 'JavaScript',
    file: 'javascript/freehold.mjs',
    probe: ['node', '--version'],
    prepare: (file) => ({
      vectors: ['node', '--input-type=module', '-e', JAVASCRIPT(file)],
      request: ['node', file],
    }),
  },
  {
    language: 'Python',
    file: 'python/freehold.py',
    probe: ['python3', '--version'],
    prepare: (file) => ({ vectors: ['python3', '-c', PYTHON(file)], request: ['python3', file] }),
  },
  {
    language: 'PHP',
    file: 'php/freehold.php',
    probe: ['php', '--version'],
    prepare: (file) => ({ vectors: ['php', '-r', PHP(file)], request: ['php', file] }),
  },
  { language: 'Go', file: 'go/freehold.go', probe: ['go', 'version'], prepare: prepareGo },
  {
    language: 'Ruby',
    file: 'ruby/freehold.rb',
    probe: ['ruby', '--version'],
    prepare: (file) => ({ vectors: ['ruby', '-r', file, '-e', RUBY], request: ['ruby', file] }),
  },
  { language: 'Java', file: 'java/Freehold.java', probe: ['javac', '-version'], prepare: prepareJava },
]

export const isInstalled = ({ probe: [command = '', ...args] }: Runtime): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

export const snippetFile = ({ file }: Runtime): string => path.join(project, 'docs/snippets', file)
