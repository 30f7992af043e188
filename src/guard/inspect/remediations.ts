import type { InspectionCode } from "../../contracts/guard.ts";

/** What the reader can do about a finding of each code, as one sentence. */
export const REMEDIATIONS: Readonly<Record<InspectionCode, string>> = {
  CONFIG_CHANGED: "Put the policy file back as it was at the baseline; a person changes it in a commit of its own.",
  EXISTING_TEST_MODIFIED: "Put the test back as it was at the baseline and make the source pass it.",
  TEST_RENAMED: "Move the test back to its old path.",
  TEST_DELETED: "Put the deleted test back.",
  NEW_TEST_NOT_ALLOWED: "Take the new test out; the policy allows none.",
  SNAPSHOT_CHANGED: "Put the snapshot back as it was at the baseline, or ask a person to accept the new one.",
  SKIPPED_TEST_ADDED: "Let the test run again, under every condition under which it ran before.",
  FOCUSED_TEST_ADDED: "Take the focus away, so that every test runs.",
  TEST_CASE_REMOVED: "Put the test case back.",
  ASSERTION_REMOVED: "Put the assertion back where it is reached.",
  ASSERTION_WEAKENED: "Assert again at least as much as at the baseline.",
  ASSERTION_MISSING: "Assert what the test is named after.",
  EXPECTATION_CHANGED: "Expect what was expected at the baseline, or ask a person to accept the new expectation.",
  TEST_BODY_EMPTIED: "Put the body of the test back.",
  SUBJECT_MOCKED: "Test the real thing; replace only what it depends on.",
  TIMEOUT_INCREASED: "Put the time limit back as it was and make the code fast enough.",
  RETRIES_ADDED: "Take the retries out and make the test pass every time.",
  COVERAGE_THRESHOLD_REDUCED: "Put the coverage threshold back and cover what is missing.",
  COVERAGE_EXCLUSION_ADDED: "Take the exclusion out and cover the code.",
  LINT_WEAKENED: "Put the setting back and mend what it reports.",
  SUPPRESSION_ADDED: "Take the suppression out and mend what it hides.",
  TEST_DISCOVERY_NARROWED: "Let the runner find every test that it found before.",
  VALIDATION_SCRIPT_CHANGED: "Put the script back as it was at the baseline.",
  PROTECTED_PATH_CHANGED: "Put the file back as it was at the baseline; the policy protects it.",
  INTEGRATION_CONFIG_CHANGED:
    "Put the file back as it was at the baseline; it belongs to the guard or to what runs it.",
  TEST_ANALYSIS_FAILED:
    "Write it so that it can be read: literal titles, callbacks in place, assertions that are known.",
  ANALYSIS_INCONCLUSIVE: "Look at the change yourself: it could not be read for certain.",
  HIDDEN_FROM_GIT: "Let git see the file again.",
  UNMERGED_PATH: "Resolve the conflict and stage the result.",
};
