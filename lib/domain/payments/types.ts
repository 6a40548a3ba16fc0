import type { Db, Tx } from "@/db/client";
import type { PaidBy, PaymentProvider, PaymentState, RefundReason } from "@/lib/ground/vocabulary";
import type { Gateways, PaymentGateway } from "@/lib/providers/gateway";

/** The database and the gateways. */
export type PaymentContext = Gateways & { db: Db };

/** The common fields of a row that is paid for by one payment. Cents. */
export type PayableRow = {
  id: string;
  currency: string;
  paymentMethod: PaymentProvider;
  paymentStatus: PaymentState;
  /** The provider's id of the payment; null until it is known. */
  paymentId: string | null;
  /** The provider's id of the page, if it differs from the payment's; otherwise null. */
  pageId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  refundReason: RefundReason | null;
  /** The provider's code for a refund that it will never make. */
  refundRefusal: string | null;
  /** When a capture was declined; the payer can approve again. */
  captureRefusedAt: Date | null;
  /** Of a credited row: how many cents of it have to go back in all; null where none. */
  refundPart: number | null;
};

export type Confirmed = {
  paymentId: string;
  paidBy: PaidBy | null;
  /** The provider's id of the charge. */
  chargeId: string | null;
  at: Date;
  /** What the provider charged, in cents. */
  received: number;
  /** The amount, currency or ids differ from the row: the payment is recorded and refunded. */
  mismatch: boolean;
};

export type Reversal = { reason: RefundReason; received: number; at: Date };

/** A part of a payment that went back: `returned` is all of it so far, in cents. */
export type PartialReversal = { reason: RefundReason; returned: number; at: Date };

/** Something that is paid for by one payment, such as a donation. This is what `settle()` needs of it. */
export type Payable<Row extends PayableRow> = PayableRecords<Row> & {
  /** Its name in the log. */
  name: string;
  /** Part of its idempotency keys at the provider, beside the row's id. */
  key: string;
  /** What the provider should charge, in cents. */
  total: (row: Row) => number;
  /** Our ids in the payment at the provider; they must come back unchanged. */
  metadata: (row: Row) => Record<string, string>;
  /** The row's id in the metadata of a payment. */
  idIn: (metadata: Record<string, string>) => string | undefined;
  /** Whether a payment that is captured now could be credited. */
  accepts: (db: Db, row: Row) => Promise<boolean>;
  /**
   * Credits a confirmed payment of a pending row, or of a failed one that was paid after all, with every effect; or
   * records a refund due if it cannot be credited. Does nothing to a settled row. Returns whether it was credited.
   */
  credit: (db: Db, row: Row, confirmed: Confirmed) => Promise<boolean>;
  /** Reverses every effect of a payment that was refunded in full. Does nothing unless the row is `completed`. */
  reverse: (db: Db, row: Row, reversal: Reversal) => Promise<unknown>;
  /** Books a partial refund of a credited row, once. */
  returnPart: (db: Db, row: Row, reversal: PartialReversal) => Promise<unknown>;
  /** Holds the money of a credited row while a dispute is open. Absent where it is not paid on to anybody. */
  holdDisputed?: (db: Db, row: Row, isOpen: boolean, at: Date) => Promise<void>;
  /** Holds the money of a credited row that the provider reversed without saying what went back, for an operator. */
  holdReversed?: (db: Db, row: Row, at: Date) => Promise<void>;
  /** Books what the provider charges for the row's disputes, all of it so far, in cents. The row is locked. */
  recordDisputeFee: (tx: Tx, row: Row, charged: number, at: Date) => Promise<void>;
  /** Finds the payment of a row whose call to open it got no answer; null if there is none. */
  recover?: (db: Db, gateway: PaymentGateway, row: Row) => Promise<string | null>;
};

/**
 * Why a payment failed that its payer had approved or tried: the provider declined it, or the payable could no longer
 * be credited.
 */
export type MissedPayment = "declined" | "closed";

/** The queries of settlement for one table of payables. */
export type PayableRecords<Row extends PayableRow> = {
  find: (db: Db, id: string) => Promise<Row | null>;
  /** The row, locked until the transaction ends. */
  lock: (tx: Tx, id: string) => Promise<Row | null>;
  /** Stores the payment's id and the `extra` columns, once. Returns false if another payment is stored already. */
  attachPayment: (
    db: Db,
    row: Pick<PayableRow, "id" | "paymentMethod">,
    paymentId: string,
    extra?: Record<string, unknown>,
  ) => Promise<boolean>;
  /** Fails a pending row that was never paid. `missed` is set where its payer may believe that it was. */
  fail: (db: Db, id: string, missed?: MissedPayment) => Promise<boolean>;
  /** Stores the time of a declined capture, unless another was stored since the row was read. */
  recordCaptureDecline: (db: Db, row: Pick<PayableRow, "id" | "captureRefusedAt">, at: Date) => Promise<void>;
  /** Stores the code of a refund that the provider will never make. */
  recordRefundRefusal: (db: Db, id: string, code: string) => Promise<void>;
  /** Claims up to `limit` rows that are due for a check. Other servers and the next calls skip them for a while. */
  claim: (db: Db, at: Date, limit: number) => Promise<Row[]>;
};

export type SettleOptions = {
  /** Read disputes too: a settled payment may be lost in one. */
  disputes?: boolean | undefined;
  /** The provider says in an event that it took the payment back. */
  isReversal?: boolean | undefined;
  /** When the payer approved the payment, from an event or from their return to our page. */
  approvedAt?: Date | null | undefined;
};

/** The state of a payable after settling it. */
export type Settlement<Row extends PayableRow> = {
  /** `unknown`: the provider does not know the payment, or there is none yet. */
  state: "unknown" | "open" | "processing" | "credited" | "refund_due" | "refunded" | "failed";
  row: Row;
  /** Where the payer can approve again after a declined capture; null if they cannot. */
  approvalUrl: string | null;
  /** The payer was sent to a page of their bank, where it can still be paid. */
  isAtBank: boolean;
};

/** Rows that reconciliation checks at the providers. */
export type Backlog<Row extends { id: string }, Context extends PaymentContext = PaymentContext> = {
  /** Kind of row, for the log. */
  name: string;
  claim: (db: Db, at: Date, limit: number) => Promise<Row[]>;
  /** Settles a row and returns its state; null where there was nothing to do. @throws ProviderUnavailable */
  check: (context: Context, row: Row, at: Date) => Promise<string | null>;
};
