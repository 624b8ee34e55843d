// What the modules find in the window: the script within the page has left it there.

interface Window {
  /**
   * The address with which the page began, and the answer to coming in; inside Discord there is
   * none, for Discord is asked first.
   */
  arrival?: { hash: string; answer: Promise<Response> | null };
}
