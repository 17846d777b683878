/** The day on which the terms and the privacy policy as shown at /terms came into force. Agreeing records it. */
export const TERMS_VERSION = "2024-03-05"

export const AGREE_REQUIRED = "To join, tick that you are 18 or older and agree to the terms."
