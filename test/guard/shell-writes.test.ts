import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { lexShell } from "../../src/domain/shell/lex-shell.ts";
import { findShellWrites } from "../../src/runtime/guard/shell-writes.ts";

// The listed shell forms (docs/guard.md): which paths a command text writes, as far as its text tells.

let root = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "hi-shell-")));
  for (const folder of ["tests", "pkg/tests", "out"]) mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of ["tests/a.test.js", "tests/b.test.js", "tests/.hidden.test.js", "pkg/tests/c.test.js", "src.js"]) {
    writeFileSync(path.join(root, file), "");
  }
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The paths from the root, sorted; `?` for each reason why one cannot be told. */
function read(text: string): readonly string[] {
  const { paths, unknown } = findShellWrites(text, root);
  return [...paths.map((file) => path.relative(root, file)).toSorted(), ...unknown.map(() => "?")];
}

const FORMS: Readonly<Record<string, readonly string[]>> = {
  "echo x > a": ["a"],
  "echo x >a": ["a"],
  "echo x >> a": ["a"],
  "echo x >| a": ["a"],
  "echo x &> a": ["a"],
  "echo x &>> a": ["a"],
  "echo x >& a": ["a"],
  "echo x <> a": ["a"],
  "echo x 2> a": ["a"],
  "echo x 2>&1": [],
  "echo x >&-": [],
  "echo x 12>a 3< b": ["a"],
  "> 'a b'": ["a b"],
  '> "a b"': ["a b"],
  "> a\\ b": ["a b"],
  ">\\\na": ["a"],
  "echo '> a'": [],
  'echo "> a"': [],
  "echo \\> a": [],
  "# > a": [],
  "echo a#b > c": ["c"],
  "A=1 B='x y' tee -a a b": ["a", "b"],
  "env A=1 tee a": ["a"],
  "env -u X nice -n 5 sudo -u root tee a": ["a"],
  "timeout 5 rm a": ["a"],
  "command rm a; builtin cd x": ["a"],
  "/bin/rm -rf a": ["a"],
  "\\rm -- -a": ["-a"],
  "rm a b && rm c || rm d; rm e & rm f | rm g": ["a", "b", "c", "d", "e", "f", "g"],
  "if true; then rm a; else rm b; fi": ["a", "b"],
  "while read x; do rm a; done < b": ["a"],
  "for x in 1 2; do rm a; done": ["a"],
  "! rm a": ["a"],
  "{ rm a; }": ["a"],
  "(rm a)": ["a"],
  "f() { rm a; }": ["a"],
  "case $x in a) rm a;; esac": ["a"],
  "cp src.js a": ["a"],
  "cp src.js out": ["out/src.js"],
  "cp -r src.js b out": ["out/b", "out/src.js"],
  "cp -t out src.js": ["out/src.js"],
  "cp --target-directory=out src.js": ["out/src.js"],
  "mv src.js a": ["a", "src.js"],
  "mv src.js out/": ["out/src.js", "src.js"],
  "install -m 755 src.js a": ["a"],
  "install -Dm755 src.js a": ["a"],
  "ln -sf src.js a": ["a", "src.js"],
  "ln -sf ../src.js out/a": ["../src.js", "out/a", "src.js"],
  "ln src.js out": ["out/src.js", "src.js"],
  "ln -s src.js": ["src.js"],
  "cp -l src.js a": ["a", "src.js"],
  "truncate -s 0 a": ["a"],
  "truncate --size=0 a": ["a"],
  "touch -d yesterday a": ["a"],
  "unlink a": ["a"],
  "rmdir a": ["a"],
  "dd if=x of=a bs=1": ["a"],
  "sed -i s/a/b/ a": ["a"],
  "sed -i.bak s/a/b/ a b": ["a", "b"],
  "sed -i '' s/a/b/ a": ["a"],
  "sed -ni s/a/b/ a": ["a"],
  "sed -i -e s/a/b/ -e s/c/d/ a": ["a"],
  "sed --in-place=.x --expression=s/a/b/ a": ["a"],
  "sed s/a/b/ a": [],
  "perl -pi -e s/a/b/ a": ["a"],
  "perl -pie s/a/b/ a": ["a"],
  "perl -e 1 a": [],
  "patch a < x": ["a"],
  "patch -p1 < x": ["?"],
  "patch --dry-run -p1 < x": [],
  "git checkout -- a": ["a"],
  "git checkout HEAD~1 -- a b": ["a", "b"],
  "git checkout HEAD tests/a.test.js": ["tests/a.test.js"],
  "git checkout tests/a.test.js": ["tests/a.test.js"],
  "git checkout main": ["?"],
  "git checkout -b topic": [],
  "git checkout -b topic main": ["?"],
  "git checkout": [],
  "git switch -c topic": [],
  "git switch main": ["?"],
  "git restore a": ["a"],
  "git restore --staged a": [],
  "git restore -SW --source=HEAD a": ["a"],
  "git -C pkg restore a": ["pkg/a"],
  "git --work-tree=/x restore a": ["?"],
  "git -c core.x=1 --no-pager restore a": ["a"],
  "git restore ':(glob)**'": ["?"],
  "git restore 'tests/*.js'": ["?"],
  "git apply x.patch": ["?"],
  "git apply --check x.patch": [],
  "git apply --cached x.patch": [],
  "git reset --hard": ["?"],
  "git reset --soft HEAD~1": [],
  "git reset HEAD a": [],
  "git rm a": ["a"],
  "git rm --cached a": [],
  "git mv src.js a": ["a", "src.js"],
  "git status && git diff > a": ["a"],
  "cd pkg && rm a": ["pkg/a"],
  "cd pkg; rm a": ["pkg/a"],
  "cd pkg | rm a": ["a", "pkg/a"],
  "cd pkg & rm a": ["a", "pkg/a"],
  "false && cd pkg; rm a": ["a", "pkg/a"],
  "if false; then cd pkg; fi; rm a": ["a", "pkg/a"],
  "eval cd pkg; rm a": ["a", "pkg/a"],
  "for x in 1 2; do rm a; cd pkg; done": ["a", "pkg/a"],
  "cd nowhere; rm a": ["a", "nowhere/a"],
  "(cd pkg; rm a); rm b": ["b", "pkg/a"],
  "cd $X && rm a": ["?"],
  "cd $X && rm /a": [path.join("..", "..", "a")],
  "pushd pkg; rm a; popd; rm b": ["?", "pkg/a"],
  "rm tests/*.js": ["tests/.hidden.test.js", "tests/a.test.js", "tests/b.test.js"],
  "rm tests/[a].test.?s": ["tests/a.test.js"],
  "rm 'tests/*.js'": ["tests/*.js"],
  "rm tests/\\*.js": ["tests/*.js"],
  "rm nothing*": ["nothing*"],
  "rm **/a": ["?"],
  "rm $X": ["?"],
  'rm "$X/a"': ["?"],
  "rm ${X:-a}": ["?"],
  "rm $(ls)": ["?"],
  "rm `ls`": ["?"],
  "rm {a,b}": ["?"],
  "rm {}": ["{}"],
  "rm ~root/x": ["?"],
  "rm $'a'": ["a"],
  "rm $'\\x61'": ["?"],
  "echo $(rm a)": ["a"],
  'echo "$(rm a)"': ["a"],
  "echo `rm a`": ["a"],
  "echo ${X:-$(rm a)}": ["a"],
  "echo $((1 > 2))": [],
  "((a > b))": [],
  "[[ a > b ]] && rm c": ["c"],
  "[[ $(rm a) > b ]]": ["a"],
  "diff <(rm a) <(echo)": ["a"],
  "echo x > >(tee a)": ["?", "a"],
  "bash -c 'rm a'": ["a"],
  "sh -ec 'cd pkg; rm a'; rm b": ["b", "pkg/a"],
  "eval rm a": ["a"],
  "ls | xargs rm": ["?"],
  "ls | xargs -0 grep x": [],
  "find . -name x -delete": ["?"],
  "find . -exec rm {} \\;": ["?"],
  "find . -exec grep x {} +": [],
  "cat > a <<EOF\nx > b\nEOF\nrm c": ["a", "c"],
  "cat > a <<'EOF'\n$(rm b)\nEOF": ["a"],
  "cat > a <<EOF\n$(rm b)\nEOF": ["a", "b"],
  "cat <<-EOF\n\t> b\n\tEOF\nrm c": ["c"],
  "cat <<A <<B\nrm a\nA\nrm b\nB\nrm c": ["c"],
  "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch\nEOF": ["a", "b"],
  "apply_patch '*** Begin Patch\n*** Delete File: a\n*** End Patch'": ["a"],
  "apply_patch < x": ["?"],
  "cd -- tests && rm a": ["tests/a"],
  "cd -P tests && rm a": ["tests/a"],
  "cd -Le -- tests && rm a": ["tests/a"],
  "cd - && rm a": ["?"],
  "pushd -n tests; rm a": ["a", "tests/a"],
  "pushd +1; rm a": ["?"],
  "CDPATH=$PWD/pkg; cd tests; rm a": ["?"],
  "cd; HOME=$PWD; cd; rm a": ["?"],
  "env -C tests rm a": ["tests/a"],
  "env --chdir=tests rm a; rm b": ["b", "tests/a"],
  "env --chd tests rm a": ["tests/a"],
  "env -C tests rm s*.js": ["tests/src.js"],
  "env -C tests rm q*": ["tests/q*"],
  "env -C $X rm s*.js": ["?"],
  "git -C tests restore s*.js": ["tests/src.js"],
  "git -C tests restore q*": ["?"],
  'env -S "rm a" b': ["a", "b"],
  'env --split-string="-i A=1 rm a"': ["a"],
  'env -vS"rm a"': ["a"],
  "env -S 'rm\\_a'": ["?"],
  'env -S "$X" a': ["?"],
  "env a-b=1 rm a": ["a"],
  "env - A=1 rm a": ["a"],
  "env -iu X rm a": ["a"],
  "env $X rm a": ["a"],
  "nice --adjustment 5 rm a": ["a"],
  "nice --adj 5 rm a": ["a"],
  "nice -10 rm a": ["a"],
  "time -p rm a": ["a"],
  "time rm a": ["a"],
  "/usr/bin/time -o b rm a": ["a", "b"],
  "sudo --user root rm a": ["a"],
  "sudo -nu root -- rm a": ["a"],
  "sudo -D tests rm a": ["tests/a"],
  "stdbuf --output L rm a": ["a"],
  "stdbuf -oL rm a": ["a"],
  "ionice --class 3 rm a": ["a"],
  "timeout --kill-after 1 5 rm a": ["a"],
  "timeout -vs KILL 5 rm a": ["a"],
  "exec -a x rm a": ["a"],
  "busybox rm a": ["a"],
  "A[0]=1 rm a": ["a"],
  "function f { rm a; }": ["a"],
  "find . -maxdepth 0 -exec true \\; -exec rm a \\;": ["a"],
  "find . -exec env rm {} \\;": ["?"],
  "find . -exec sh -c 'rm \"$1\"' _ {} \\;": ["?"],
  "find . -exec sh -c 'grep x \"$1\"' _ {} \\;": [],
  "find . -exec sh -c 'rm {}' \\;": ["?", "{}"],
  "find . -exec {} \\;": ["?"],
  "find . -execdir rm a \\;": ["?"],
  "find . -exec sed -n p {} +": [],
  "find . -ok tee a \\; -fprint b": ["a", "b"],
  "find . -exec find . -delete \\;": ["?"],
  "ls | xargs sh -c 'rm \"$@\"' _": ["?"],
  "ls | xargs env rm": ["?"],
  "ls | xargs -n1 -I {} rm a": ["a"],
  "ls | xargs -I{} cp src.js a": ["a"],
  "ls | xargs -I{} grep rm {}": [],
  "ls | xargs --max-args 1 tee -a": ["?"],
  "ls | xargs git checkout --": ["?"],
  "ls | xargs git": ["?"],
  "ls | xargs sh -c": ["?"],
  "ls | xargs -r": [],
  "ls | xargs -0i sh -c 'rm {}'": ["?", "{}"],
  "ls | xargs --repl=X sh -c 'rm X'": ["?", "X"],
  "ls | xargs -0rn1 tee a": ["?", "a"],
  "command -v bash && command -pV sh": [],
  "command -p rm a": ["a"],
  "bash -Ec 'rm a'": ["a"],
  "bash -O extglob -c 'rm a'": ["a"],
  "bash -co pipefail 'rm a'": ["a"],
  "bash --rcfile x +B -c 'rm a' b": ["a"],
  'bash -c "rm $X"': ["?"],
  'bash -c "$X"': ["?"],
  "bash <<X\nrm a\nX": ["a"],
  "bash -s b <<'X'\nrm a\nX": ["a"],
  "sh /dev/stdin <<'X'\nrm a\nX": ["a"],
  "bash <<X\n$(echo rm) a\nX": ["?"],
  "bash <<< 'rm a'": ["a"],
  "echo rm a | sh": ["?"],
  "bash <(echo rm a)": ["?"],
  "bash build.sh": [],
  "bash --version": [],
  "source /dev/stdin <<'X'\ncd tests\nX\nrm a": ["a", "tests/a"],
  ". <(echo rm a)": ["?"],
  ". ./venv/activate": [],
  'eval "$(echo rm a)"': ["?"],
  "eval $X": ["?"],
  "trap 'rm a' EXIT": ["a"],
  "rm tests/[[:alpha:]].test.js": ["tests/a.test.js", "tests/b.test.js"],
  "rm tests/[![:digit:]].test.js": ["tests/a.test.js", "tests/b.test.js"],
  "rm tests/[]a].test.js": ["tests/a.test.js"],
  "rm tests/[\\a].test.js": ["tests/a.test.js"],
  "rm tests/[[=a=]].test.js": ["tests/a.test.js", "tests/b.test.js"],
  "rm tests/A*.js": ["tests/a.test.js"],
  "rm tests/(a|b).test.js": ["?"],
  "cp --target-dir=out src.js": ["out/src.js"],
  "cp --target-dir out src.js": ["out/src.js"],
  "cp -Stmp src.js a": ["a"],
  "cp -vt out src.js": ["out/src.js"],
  "cp src.js a --no-preserve mode": ["a"],
  "cp -lt out src.js": ["out/src.js", "src.js"],
  "cp --symb src.js a": ["a", "src.js"],
  "touch --ref src.js a": ["a"],
  "truncate --si 0 a": ["a"],
  "sed --in-plac s/e/6/ a": ["a"],
  "sed --i=.bak s/e/6/ a": ["a"],
  "git reset --har HEAD~1": ["?"],
  "git restore --source=HEAD~1 --staged --work a": ["a"],
  "git restore --stag a": ["a"],
  "git checkout -f": ["?"],
  "git checkout -fb topic": ["?"],
  "git switch -fc topic": ["?"],
  "git switch --discard -c topic": ["?"],
  "git switch --orphan topic": ["?"],
  "git checkout -- *.test.js": ["?"],
  "git checkout -- tests/*.test.js": ["tests/.hidden.test.js", "tests/a.test.js", "tests/b.test.js"],
  "git -c core.worktree=/x restore a": ["?"],
  "git -c alias.x='!rm a' x": ["?"],
  "git rm --cached --no-cached a": ["a"],
  "cd /tmp && GIT_DIR=$R/.git GIT_WORK_TREE=$R git checkout HEAD~1 -- a": ["?"],
  "export GIT_WORK_TREE=/x; git restore a": ["?"],
  "env GIT_DIR=x git status": [],
  "patch --directory=tests a < x": ["?"],
  "patch -o b a < x": ["a", "b"],
  "npm test": [],
  "": [],
  "echo 'unclosed": ["?"],
  "echo $(unclosed": ["?"],
};

describe("the listed forms", () => {
  it.each(Object.entries(FORMS))("%s", (text, expected) => {
    const found = read(text);
    expect([...found].toSorted()).toEqual([...expected].toSorted());
  });

  it("maps what a copied folder holds to where it lands", () => {
    const { copies } = findShellWrites("cp -r pkg/tests/. tests", root);
    expect(copies.map(({ to }) => path.relative(root, to))).toContain("tests");
  });

  it("keeps the folders of a source where a copy does", () => {
    const name = path.basename(root);
    const within = (text: string): readonly string[] => read(text).map((file) => path.normalize(file));
    expect(within("cd pkg && cp --parents tests/c.test.js ..")).toContain("tests/c.test.js");
    expect(within("cd pkg && cp --par tests/*.js ..")).toContain("tests/c.test.js");
    expect(within(`cp --parents "${root}/src.js" out`)).toContain(path.join("out", root, "src.js"));
    const { copies } = findShellWrites(`cd .. && cp -r --parents ${name}/pkg ${name}/out`, root);
    const landed = copies.map(({ from, to }) => [path.normalize(from), path.normalize(to)]);
    expect(landed).toContainEqual([path.join(root, "pkg"), path.join(root, "out", name, "pkg")]);
  });

  it("ends soon on a pattern of many stars", () => {
    writeFileSync(path.join(root, "out", "a".repeat(200)), "");
    expect(read(`rm out/${"*a".repeat(60)}b`)).toEqual([`out/${"*a".repeat(60)}b`]);
    expect(read(`rm out/${"*a".repeat(60)}*`)).toEqual([`out/${"a".repeat(200)}`]);
    rmSync(path.join(root, "out", "a".repeat(200)));
  });

  it("ends on any text, and on deep nesting, without an error", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."ab ;|&<>()'\"\\$`{}[]*?~#\n=-/.E"), maxLength: 60 }),
        (text) => {
          findShellWrites(text, root);
          lexShell(text);
        }
      ),
      { numRuns: 20_000 }
    );
    expect(read("$(".repeat(10_000))).toEqual(["?"]);
    expect(read("(".repeat(10_000))).toEqual(["?"]);
    expect(read("`".repeat(9999))).toEqual(["?"]);
    expect(read("${".repeat(10_000))).toEqual(["?"]);
  });
});
