import type { PublicUser } from "@/lib/domain/users/types";
import type { BoostType } from "@/lib/ground/vocabulary";

/** A funding request as signed-in people see it (api.md, Request). Amounts in cents, moments in ISO 8601 UTC. */
export type FundingRequest = {
  id: string;
  userId: string;
  item: string;
  description: string;
  goal: number;
  raised: number;
  isActive: boolean;
  isCompleted: boolean;
  completionEmoji: string | null;
  completedAt: string | null;
  createdAt: string;
  /** Effective now: 0, 1 or 2 (D20). */
  priorityLevel: number;
  photoUrl: string | null;
  appliedBoostType: BoostType | null;
  boostAppliedAt: string | null;
  user: PublicUser;
};

/** A request as a visitor may see it: it has nothing of a person whose profile is anonymous (D38). */
export type SharedRequest = Omit<FundingRequest, "userId" | "user"> & {
  userId: string | null;
  user: PublicUser | null;
};
