"""python3 -m unittest FOLDER/test_linter.py: each request beside this file is answered as its name says."""

import json
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def run(text):
    command = [sys.executable, str(HERE / "linter.py")]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


class LinterTest(unittest.TestCase):
    def test_dispositions(self):
        for disposition in ("allow", "deny", "advisory"):
            with self.subTest(disposition):
                answer = run((HERE / "requests" / f"{disposition}.json").read_text(encoding="utf-8"))
                self.assertEqual(json.loads(answer.stdout)["disposition"], disposition)

    def test_what_is_no_request_is_not_judged(self):
        self.assertNotEqual(run("{}").returncode, 0)


if __name__ == "__main__":
    unittest.main()
