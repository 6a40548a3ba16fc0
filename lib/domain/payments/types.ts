import type { Db } from "@/db/client";
import type { PaymentContext } from "@/lib/domain/donations/types";

/** Something that reconciliation keeps asking a provider about. */
export type Backlog<Row extends { id: string }> = {
  /** What a row is, for the log. */
  what: string;
  /** Takes up to `limit` rows that it is time to look at; other servers skip them, and so does the next call for a while. */
  claim: (db: Db, at: Date, limit: number) => Promise<Row[]>;
  /** Brings a row to what is true of it. Answers its state. @throws ProviderUnavailable */
  lookAt: (context: PaymentContext, row: Row, at: Date) => Promise<string>;
};
