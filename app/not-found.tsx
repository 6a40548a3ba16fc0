"use client";

import { NoPage } from "@/components/shell/no-page";

export default function NotFound() {
  return (
    <main id="main">
      <NoPage />
    </main>
  );
}
