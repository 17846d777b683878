import type { Alarms } from "./alarms.ts"
import type { ConnectedAccounts } from "./connected-accounts.ts"
import type { DeletionList } from "./deletion-list.ts"
import type { EmailFooters } from "./email-footers.ts"
import type { Images } from "./images.ts"
import type { Mail } from "./mail.ts"
import type { Operations } from "./operations.ts"
import type { Passkeys } from "./passkeys.ts"
import type { Passwords } from "./passwords.ts"
import type { Payments } from "./payments.ts"
import type { Directions, Geocoder } from "./places.ts"
import type { Push } from "./push.ts"
import type { SecondFactor } from "./second-factor.ts"
import type { Sessions } from "./sessions.ts"
import type { Subscriptions } from "./subscriptions.ts"
import type { Taxes } from "./taxes.ts"

/** Every outside service that the domain needs. Only server/compose.ts wires them. */
export type Ports = {
  readonly alarms: Alarms
  readonly connectedAccounts: ConnectedAccounts
  readonly deletionList: DeletionList
  readonly directions: Directions
  readonly emailFooters: EmailFooters
  readonly geocoder: Geocoder
  readonly images: Images
  readonly mail: Mail
  readonly operations: Operations
  readonly passkeys: Passkeys
  readonly passwords: Passwords
  readonly payments: Payments
  readonly push: Push
  readonly secondFactor: SecondFactor
  readonly sessions: Sessions
  readonly subscriptions: Subscriptions
  readonly taxes: Taxes
}
