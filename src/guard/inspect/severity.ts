import type { GuardPolicy, InspectionCode, InspectionFinding } from "../../contracts/guard.ts";

type Ask = (policy: GuardPolicy) => boolean;

const always: Ask = () => true;
const never: Ask = () => false;
const removal: Ask = ({ testIntegrity }) => testIntegrity.blockAssertionRemoval;
const weakening: Ask = ({ testIntegrity }) => testIntegrity.blockAssertionWeakening;
const deletion: Ask = ({ testIntegrity }) => testIntegrity.blockDeletedTests;
const time: Ask = ({ testIntegrity }) => testIntegrity.blockTimeoutIncreases;
const scripts: Ask = ({ validation }) => validation.protectScripts;

/** Which key of the policy makes a finding block; a finding that does not block is a warning. */
const BLOCKS: Readonly<Record<InspectionCode, Ask>> = {
  CONFIG_CHANGED: always,
  INTEGRATION_CONFIG_CHANGED: always,
  PROTECTED_PATH_CHANGED: always,
  UNMERGED_PATH: always,
  HIDDEN_FROM_GIT: always,
  EXISTING_TEST_MODIFIED: always,
  NEW_TEST_NOT_ALLOWED: always,
  SNAPSHOT_CHANGED: always,
  TEST_RENAMED: ({ testIntegrity }) => testIntegrity.existingTests === "immutable",
  TEST_DELETED: (policy) => policy.testIntegrity.existingTests === "immutable" || deletion(policy),
  TEST_CASE_REMOVED: deletion,
  SKIPPED_TEST_ADDED: ({ testIntegrity }) => testIntegrity.blockSkippedTests,
  FOCUSED_TEST_ADDED: ({ testIntegrity }) => testIntegrity.blockFocusedTests,
  ASSERTION_REMOVED: removal,
  ASSERTION_MISSING: removal,
  TEST_BODY_EMPTIED: removal,
  ASSERTION_WEAKENED: weakening,
  EXPECTATION_CHANGED: weakening,
  SUBJECT_MOCKED: weakening,
  TIMEOUT_INCREASED: time,
  RETRIES_ADDED: time,
  COVERAGE_THRESHOLD_REDUCED: ({ coverage }) => coverage.blockThresholdReductions,
  COVERAGE_EXCLUSION_ADDED: ({ coverage }) => coverage.blockNewExclusions,
  LINT_WEAKENED: scripts,
  SUPPRESSION_ADDED: scripts,
  VALIDATION_SCRIPT_CHANGED: scripts,
  TEST_DISCOVERY_NARROWED: always,
  TEST_ANALYSIS_FAILED: ({ testIntegrity }) => testIntegrity.existingTests !== "allowed",
  ANALYSIS_INCONCLUSIVE: never,
};

/** How severe a finding of this code is under the trusted policy (seed 004: uncertain is blocking where tests are guarded). */
export function toSeverity(code: InspectionCode, policy: GuardPolicy): InspectionFinding["severity"] {
  return BLOCKS[code](policy) ? "blocking" : "warning";
}
