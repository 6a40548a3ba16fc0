import { z } from "zod";

const MAX_ENDPOINT = 2_048;

/** Base64url without padding, as browsers write it. */
const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}$`));

/** A browser's subscription with its keys: 65 bytes of a point, 16 of a secret. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.string().max(MAX_ENDPOINT),
  p256dh: base64url(65),
  auth: base64url(16),
});
export type NewSubscription = z.output<typeof pushSubscriptionSchema>;

/** A browser's new subscription, with the endpoint of the one that it replaces. */
export const renewPushSchema = pushSubscriptionSchema.extend({ replaces: z.string().max(MAX_ENDPOINT) });

export const pushEndpointSchema = pushSubscriptionSchema.pick({ endpoint: true });
