const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Every limit: at most `max` calls in `seconds`, per subject. The subject is a person's id, an address, or the name somebody tries to log in
 * with. Per address they are wide, because a school or a mobile network shares one.
 */
export const LIMITS = {
  loginAccount: { max: 10, seconds: 15 * MINUTE },
  loginAddress: { max: 60, seconds: 15 * MINUTE },
  registerAddress: { max: 20, seconds: HOUR },
  googleAddress: { max: 60, seconds: 15 * MINUTE },
  sharePictureAddress: { max: 300, seconds: 5 * MINUTE },
  updateUser: { max: 60, seconds: 10 * MINUTE },
  createRequest: { max: 20, seconds: HOUR },
  uploadPhoto: { max: 30, seconds: HOUR },
  createPayment: { max: 30, seconds: 10 * MINUTE },
  askAboutPayment: { max: 120, seconds: 5 * MINUTE },
  write: { max: 300, seconds: 5 * MINUTE },
} as const;

export type LimitName = keyof typeof LIMITS;
