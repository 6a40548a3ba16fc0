import type { Db, Tx } from "@/db/client";
import type { PaymentProvider, PaymentState, RefundReason } from "@/lib/ground/vocabulary";
import type { Gateways, PaymentGateway } from "@/lib/providers/gateway";

/** What everything that moves money needs: the database and the providers. */
export type PaymentContext = Gateways & { db: Db };

/** The row of something that is paid for by one payment, as settlement sees it. Cents. */
export type PayableRow = {
  id: string;
  currency: string;
  paymentMethod: PaymentProvider;
  paymentStatus: PaymentState;
  /** The provider's id of the payment; null until it is known. */
  paymentId: string | null;
  /** The provider's id of the page where it is paid, if that is not the payment's own; null without such a page. */
  pageId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  refundReason: RefundReason | null;
  /** The provider's code when it will never make the refund. */
  refundRefusal: string | null;
  /** When a capture was declined and the payer could approve again. */
  captureRefusedAt: Date | null;
};

/** A payment as it was confirmed. */
export type Confirmed = {
  paymentId: string;
  at: Date;
  /** What the provider charged, cents. */
  received: number;
  /** The payment is not what we asked for: it is booked and refunded. */
  mismatch: boolean;
};

export type Reversal = { reason: RefundReason; received: number; at: Date };

/** Something that is paid for by one payment, such as a donation: what `settle()` needs to know of it. */
export type Payable<Row extends PayableRow> = PayableRecords<Row> & {
  /** Its name in the log. */
  name: string;
  /** What its idempotency keys at the provider are made of, together with the row's id. */
  key: string;
  /** What the row asks the provider to charge, cents. */
  total: (row: Row) => number;
  /** Our ids in the payment at the provider; they must come back unchanged. */
  metadata: (row: Row) => Record<string, string>;
  /** Whether the row's id is in a payment's metadata: that id. */
  idIn: (metadata: Record<string, string>) => string | undefined;
  /** Whether a payment that is captured now would be kept. */
  accepts: (db: Db, row: Row) => Promise<boolean>;
  /**
   * Books a confirmed payment of a row that is pending, or failed and was paid after all, with every effect, or the
   * refund that is due if it can no longer be credited. Does nothing to a row that is booked. Whether it was credited.
   */
  credit: (db: Db, row: Row, confirmed: Confirmed) => Promise<boolean>;
  /** Books that everything paid went back, and takes every effect out. Does nothing unless the row is `completed`. */
  reverse: (db: Db, row: Row, reversal: Reversal) => Promise<void>;
  /** The payment of a row whose call to open it was never answered; null if there is none to find. */
  recover?: (db: Db, gateway: PaymentGateway, row: Row) => Promise<string | null>;
};

/** What settlement reads and writes of a table of payables. */
export type PayableRecords<Row extends PayableRow> = {
  find: (db: Db, id: string) => Promise<Row | null>;
  /** The row, locked until the transaction ends. */
  lock: (tx: Tx, id: string) => Promise<Row | null>;
  /** Notes the payment of a row, once, with `also` beside it; whether this is the one that is noted. */
  attachPayment: (
    db: Db,
    row: Pick<PayableRow, "id" | "paymentMethod">,
    paymentId: string,
    also?: Record<string, unknown>,
  ) => Promise<boolean>;
  /** Closes a pending row that was never paid. */
  fail: (db: Db, id: string) => Promise<void>;
  /** Notes that a capture was declined and may be approved again, unless another was noted since the row was read. */
  noteCaptureDeclined: (db: Db, row: Pick<PayableRow, "id" | "captureRefusedAt">, at: Date) => Promise<void>;
  /** Notes that the provider will never make a refund, by its code. */
  noteRefundRefused: (db: Db, id: string, code: string) => Promise<void>;
  /** Claims up to `limit` rows that are due for a check; other servers skip them, and so does the next call for a while. */
  claim: (db: Db, at: Date, limit: number) => Promise<Row[]>;
};

/** What is known beside the row when it is settled. */
export type Occasion = {
  /** Read disputes too: a settled payment may have been lost in one. */
  disputes?: boolean | undefined;
  /** When the payer approved the payment, as an event or their return from the provider says. */
  approvedAt?: Date | null | undefined;
};

/** The state of a payable after settling it. */
export type Settlement<Row extends PayableRow> = {
  /** `unknown`: the provider does not know the payment, or there is none yet. */
  state: "unknown" | "open" | "processing" | "credited" | "refund_due" | "refunded" | "failed";
  row: Row;
  /** Where the payer can approve again after a declined capture; null when nowhere. */
  approvalUrl: string | null;
};

/** Rows that reconciliation checks at the providers. */
export type Backlog<Row extends { id: string }> = {
  /** What a row is, for the log. */
  name: string;
  claim: (db: Db, at: Date, limit: number) => Promise<Row[]>;
  /** Settles a row. Answers its state. @throws ProviderUnavailable */
  check: (context: PaymentContext, row: Row, at: Date) => Promise<string>;
};
