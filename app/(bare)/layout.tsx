import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { PressedTab } from "@/components/shell/pressed-tab";
import { TabPending } from "@/components/shell/tab-pending";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Wordmark } from "@/components/shell/wordmark";
import { env } from "@/lib/ground/env";

/** Screens without the tabs, with a link home. */
export default function BareLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="pt-safe">
        <div className="px-safe mx-auto flex min-h-14 max-w-2xl items-center justify-between">
          <Link href="/" className="flex min-h-11 items-center rounded-lg">
            <ArrowLeft aria-hidden className="mr-1.5 size-5 shrink-0 text-muted-foreground" />
            <Wordmark name={env().appName} />
            <TabPending href="/" />
          </Link>
          <ThemeToggle />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="px-safe mx-auto max-w-2xl pt-4 pb-[calc(32px+env(safe-area-inset-bottom))] outline-none"
      >
        <PressedTab>{children}</PressedTab>
      </main>
    </>
  );
}
