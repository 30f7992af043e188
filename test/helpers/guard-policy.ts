/** A judgelock.yml with the values that its own program begins with. */
export const JUDGELOCK_POLICY = `version: 1
testIntegrity:
  existingTests: immutable
  allowNewTests: true
  blockDeletedTests: true
  blockSnapshotChanges: true
  blockSkippedTests: true
  blockFocusedTests: true
  blockAssertionRemoval: true
  blockAssertionWeakening: true
  blockTimeoutIncreases: true
coverage:
  blockThresholdReductions: true
  blockNewExclusions: true
validation:
  protectScripts: true
  allowInspectionOnlyCompletion: false
  commands: []
paths:
  testPatterns:
    - "**/*.test.{js,jsx,ts,tsx}"
    - "**/*.spec.{js,jsx,ts,tsx}"
    - "**/__tests__/**"
    - test/**
    - tests/**
    - "**/test_*.py"
    - "**/*_test.py"
  snapshotPatterns: ["**/__snapshots__/**", "**/*.snap"]
  protectedPatterns: []
  ignoredPatterns: [node_modules/**, dist/**, build/**, .git/**, .judgelock/**]
receipt:
  directory: .judgelock/receipts
  retainCommandOutputCharacters: 8000
ci:
  allowPolicyChanges: false
`;
