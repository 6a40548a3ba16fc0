import { z } from "zod";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { MAX_PASSKEY_NAME } from "./rules";

/** Longer than a code with spaces and dashes between its parts. */
const MAX_CODE = 32;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/);
const credentialId = base64url(1_500).min(1);
const extensions = z.record(z.string(), z.unknown()).default({});
const attachment = z.enum(["platform", "cross-platform"]).optional();

/** A code of an authenticator app, or a recovery code. */
export const codeSchema = z.string(problem("codeRequired")).trim().max(MAX_CODE, problem("codeWrong"));

/**
 * What `navigator.credentials.get` answers (WebAuthn 3, AuthenticationResponseJSON), as flat as every body: the id and
 * what the response contains.
 */
export const passkeyAnswerSchema = z.object({
  id: credentialId,
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(8_000),
  userHandle: base64url(200).optional(),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;

/** What `navigator.credentials.create` answers, as JSON (WebAuthn 3, RegistrationResponseJSON). */
export const newPasskeySchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
  clientExtensionResults: extensions,
  authenticatorAttachment: attachment,
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** POST /api/auth/passkey/options: what a browser gives to `navigator.credentials.get`. */
export const passkeyOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().describe("milliseconds"),
  userVerification: z.literal("required"),
});

export const passkeyNameSchema = z.object({
  id: z.string(),
  name: writtenText({ max: MAX_PASSKEY_NAME, required: "nameRequired", lines: "one" }),
});

/** POST /api/auth/step-up: a passkey's answer or, where there is a second factor, its code; else the password. */
export const proofSchema = passkeyAnswerSchema.partial().extend({
  password: z.string(problem("passwordRequired")).max(256, problem("tooLong")).optional(),
  code: codeSchema.optional(),
});
export type Proof = {
  password?: string | undefined;
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
};

/** The answer to a proof: until when it is fresh. */
export const provenSchema = z.object({ until: z.iso.datetime() });

/** GET /api/auth/step-up: how the person can prove who they are. */
export const proofWaysSchema = z.object({
  password: z.boolean().describe("only where there is no second factor"),
  code: z.boolean().describe("of the second factor, or a recovery code"),
  passkey: z.boolean(),
  google: z.boolean(),
});
