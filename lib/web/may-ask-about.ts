import { headers } from "next/headers";
import type { Db } from "@/db/client";
import { clientAddress } from "./client-address";
import { isWithin } from "./rate-limit/limit";

/** Whether a page may ask the provider. Visitors open it too: the limits are by network address and by payment. */
export async function mayAskAbout(db: Db, paymentId: string): Promise<boolean> {
  const address = clientAddress(await headers());
  return (await isWithin(db, "returnAddress", address)) && isWithin(db, "returnPayment", paymentId);
}
