/** The adapter or its scanner cannot answer: the text becomes the response's `error`, its exit_code 2. */
export class ScanFault extends Error {
  override readonly name = "ScanFault";
}
