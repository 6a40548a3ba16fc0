import { z } from "zod";

/** A session as its owner sees it (api.md, GET /api/auth/sessions). */
export const sessionSchema = z.object({
  id: z.uuid(),
  device: z.string().nullable().describe("the device family"),
  network: z.string().nullable().describe("a part of the address"),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("to the hour"),
  current: z.boolean().describe("the caller's own"),
});
export type ListedSession = z.infer<typeof sessionSchema>;
