"use client";

import dynamic from "next/dynamic";
import { OpeningDialog } from "@/components/shared/opening-dialog";

/** The purchase dialog, fetched when it first opens. */
export const LazyPurchaseDialog = dynamic(
  () => import("./purchase-dialog").then((module) => module.PurchaseDialog),
  // With a fallback of its own; without one, waiting for the code would put the page's skeleton in the page's place.
  { loading: OpeningDialog },
);
