#!/usr/bin/env python3
"""Long functions, and functions of many arguments, in the C++ sources.

usage: functions.py ROOT [--self-test]

A function has at most 60 lines between its braces and at most 7 arguments. What it takes for a
function is a name and a bracket before an opening brace, in a namespace, a class or a file; comments
and strings are left out.
"""
import pathlib
import re
import sys

MOST_LINES, MOST_ARGUMENTS = 60, 7
FOLDERS = ("api", "core", "kernels", "native", "verify", "web")
ENDINGS = (".h", ".cpp", ".cu")
IGNORED = re.compile(r'//[^\n]*|/\*.*?\*/|R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
SCOPE = re.compile(r"\b(namespace|struct|class|union|extern)\b")
NAME = re.compile(r"([A-Za-z_~][\w:~]*|operator\S+)\s*\(")
NO_NAMES = {"if", "for", "while", "switch", "catch", "return", "sizeof", "alignas", "decltype", "__attribute__"}


def blank(found):
    return re.sub(r"[^\n]", " ", found.group(0))


def arguments_of(head, bracket):
    """How many arguments stand in the bracket that opens at head[bracket]."""
    round_, pointed, count, empty = 0, 0, 1, True
    for character in head[bracket:]:
        if character == "(":
            round_ += 1
        elif character == ")":
            round_ -= 1
            if round_ == 0:
                break
        elif character == "<":
            pointed += 1
        elif character == ">":
            pointed -= 1
        elif character == "," and round_ == 1 and pointed == 0:
            count += 1
        if round_ > 0 and not character.isspace() and not (character == "(" and round_ == 1):
            empty = False
    return 0 if empty else count


def functions(text):
    """(lines, arguments, name, line) of every function with a body."""
    text = DIRECTIVE.sub(blank, IGNORED.sub(blank, text))
    open_braces, start = [], 0
    for at, character in enumerate(text):
        if character == "{":
            open_braces.append((at, text[start:at]))
        if character == "}" and open_braces:
            begin, head = open_braces.pop()
            outer = not open_braces or SCOPE.search(open_braces[-1][1].split("(")[0])
            named = next((n for n in NAME.finditer(head) if n.group(1) not in NO_NAMES), None)
            is_scope = SCOPE.search(head.split("(")[0]) and not head.rstrip().endswith(")")
            if outer and named and not is_scope and not head.rstrip().endswith("="):
                yield (text.count("\n", begin, at) + 1, arguments_of(head, named.end() - 1), named.group(1),
                       text.count("\n", 0, begin) + 1)
        if character in "{};":
            start = at + 1


def faults_of(path, text):
    for lines, arguments, name, line in functions(text):
        if lines > MOST_LINES:
            yield f"{path}:{line}: {name} has {lines} lines, at most {MOST_LINES} are allowed"
        if arguments > MOST_ARGUMENTS:
            yield f"{path}:{line}: {name} has {arguments} arguments, at most {MOST_ARGUMENTS} are allowed"


def self_test():
    body = "\n".join("    x = 1;" for _ in range(60))
    seven = ", ".join(f"Pair<int, float> a{i}" for i in range(7))
    bad = {f"void a(int b) {{\n{body}\n}}": "a has 62 lines",
           f"namespace n {{ struct S {{ int c({seven}, int b) {{ return 1; }} }}; }}": "c has 8"}
    good = [f"void a() {{ // {{\n{body[:-22]}\n}}", f"int c({seven}) {{ return 1; }}",
            f"struct S {{\n{body}\n{body}\n}};", "const char* t = \"f(a,b,c,d,e,f,g,h) {\";"]
    faults = [f"not found: {text[:40]}" for text, part in bad.items() if not any(part in f for f in faults_of("x", text))]
    faults += [f"found: {f}" for text in good for f in faults_of("x", text)]
    return faults


def main():
    if len(sys.argv) < 2:
        print("usage: functions.py ROOT [--self-test]", file=sys.stderr)
        return 2
    faults = self_test()
    if "--self-test" in sys.argv:
        print("\n".join(faults) or "the checks see what they should")
        return 1 if faults else 0
    root, count = pathlib.Path(sys.argv[1]), 0
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in ENDINGS:
                text = path.read_text(encoding="utf-8")
                count += sum(1 for _ in functions(text))
                faults += faults_of(path.relative_to(root), text)
    print("\n".join([*faults, f"{count} functions, {len(faults)} faults"]))
    return 1 if faults or count < 2000 else 0


if __name__ == "__main__":
    sys.exit(main())
