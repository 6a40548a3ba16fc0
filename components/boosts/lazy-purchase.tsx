"use client";

import { lazily } from "@/components/shared/lazily";

/** The purchase dialog, fetched when it first opens. */
export const LazyPurchaseDialog = lazily(() =>
  import("./purchase-dialog").then((module) => module.PurchaseDialog),
);
