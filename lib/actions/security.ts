"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { db } from "@/db/client";
import {
  addPasskey,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from "@/lib/domain/security/change-passkeys";
import {
  confirmSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "@/lib/domain/security/change-second-factor";
import { codeSchema, newPasskeySchema, passkeyNameSchema } from "@/lib/domain/security/schema";
import { action } from "@/lib/web/action";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { endOtherSessionsOf, endSessionOf } from "@/lib/web/session/end-sessions";
import { rememberChallenge, takeChallenge } from "@/lib/web/session/passkey";

const nothing = z.object({});
const one = z.object({ id: z.string() });
const code = z.object({ code: codeSchema });

export const endSessionAction = action(
  "endSession",
  { input: one, limits: contract.endSession },
  async ({ viewer, input }) => endSessionOf(viewer, input.id),
);

export const endOtherSessionsAction = action(
  "endOtherSessions",
  { input: nothing, limits: contract.endOtherSessions },
  async ({ viewer }) => endOtherSessionsOf(viewer),
);

/** Answers what the browser needs to make a passkey. */
export const offerPasskeyAction = action(
  "offerPasskey",
  { input: nothing, limits: "write", evenSuspended: true, stepUp: true, keepsPage: true },
  async ({ viewer }) => {
    const options = await offerPasskey(db(), viewer);
    await rememberChallenge("add", options.challenge, viewer.id);
    return options;
  },
);

/** Adds the passkey that the browser made, named after its device. */
export const addPasskeyAction = action(
  "addPasskey",
  { input: newPasskeySchema, limits: "mailAddress", evenSuspended: true, stepUp: true },
  async ({ viewer, input: answer }) => {
    const from = whereabouts(await headers());
    const challenge = await takeChallenge("add", viewer.id);
    await addPasskey(db(), viewer, { answer, challenge }, { name: from.device ?? "Passkey", from });
  },
);

export const renamePasskeyAction = action(
  "renamePasskey",
  { input: passkeyNameSchema, limits: "write", evenSuspended: true },
  async ({ viewer, input: { id, name } }) => renamePasskey(db(), viewer, id, name),
);

export const removePasskeyAction = action(
  "removePasskey",
  { input: one, limits: "evicts", stepUp: true },
  async ({ viewer, input }) => removePasskey(db(), viewer, input.id, whereabouts(await headers())),
);

/** Answers the key for the person's authenticator app. */
export const offerSecondFactorAction = action(
  "offerSecondFactor",
  { input: nothing, limits: "write", evenSuspended: true, stepUp: true, keepsPage: true },
  ({ viewer }) => offerSecondFactor(db(), viewer),
);

/** Switches the second factor on, and answers the recovery codes. */
export const confirmSecondFactorAction = action(
  "confirmSecondFactor",
  { input: code, limits: "mailAddress", evenSuspended: true, stepUp: true },
  async ({ viewer, input }) => confirmSecondFactor(db(), viewer, input.code, whereabouts(await headers())),
);

/** Answers new recovery codes; the earlier ones no longer count. */
export const renewRecoveryCodesAction = action(
  "renewRecoveryCodes",
  { input: nothing, limits: "mailAddress", evenSuspended: true, stepUp: true },
  async ({ viewer }) => renewRecoveryCodes(db(), viewer, whereabouts(await headers())),
);

export const removeSecondFactorAction = action(
  "removeSecondFactor",
  { input: nothing, limits: "evicts", stepUp: true },
  async ({ viewer }) => removeSecondFactor(db(), viewer, whereabouts(await headers())),
);
