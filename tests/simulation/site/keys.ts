export const PUBLISHABLE_KEY = "pk_test_simulation"
export const SECRET_KEY = "sk_test_simulation"
export const WEBHOOK_SECRET = "whsec_simulation"
export const SITE_URL = "http://pushcart.test"
