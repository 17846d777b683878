import { join } from "node:path"
import { SECRET_KEY } from "@pushcart/stripe-sandbox/start-sandbox"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import { fileMail } from "#server/adapters/mail/file-mail.ts"
import { stripeAccounts } from "#server/adapters/stripe/stripe-accounts.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripeSubscriptions } from "#server/adapters/stripe/stripe-subscriptions.ts"
import { passwords } from "#server/auth/passwords.ts"
import { deletionListFile, fileDeletionList } from "#server/backup/deletion-list.ts"

/**
 * All outside services that an account deletion calls, as the embedded server has them: a folder of files, and the
 * sandbox.
 */
export function outsideOf({ sandbox, folder }: { sandbox: string; folder: string }) {
  const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: sandbox })
  return {
    passwords,
    deletionList: fileDeletionList(deletionListFile(folder)),
    images: diskImages({ directory: join(folder, "images"), secret: "x".repeat(32) }),
    mail: fileMail({
      directory: join(folder, "mail"),
      from: "shop@pushcart.test",
      siteUrl: "http://shop.test",
    }),
    emailFooters: emailFooters({ secret: "s".repeat(32), postalAddress: "1 Test St" }),
    connectedAccounts: stripeAccounts(stripe),
    subscriptions: stripeSubscriptions(stripe),
  }
}
