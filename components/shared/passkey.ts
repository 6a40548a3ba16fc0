import { startAuthentication } from "@simplewebauthn/browser";
import { send } from "@/lib/web/http";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/**
 * Asks the browser for a passkey and returns its answer to a challenge of ours. `autofill` offers passkeys where the
 * browser fills in names instead of opening its own dialog (conditional UI), for as long as the page is there.
 * Load it when it is needed: the library is not sent with any page.
 * @throws ApiError, and an Error when the person chose none
 */
export async function askForPasskey({ autofill = false } = {}) {
  const optionsJSON = await send<Options>("POST", "/api/auth/passkey/options");
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
}

export { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from "@simplewebauthn/browser";
