/** The text says what is wrong with a request. */
export class RequestFault extends Error {
  override readonly name = "RequestFault";
}
