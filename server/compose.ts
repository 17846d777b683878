import type { Actor, Context, SystemContext } from "#core/context.ts"
import { DEMO_PASSWORD } from "#core/identity/demo-logins.ts"
import { rejectDemoPeople } from "#core/identity/reject-demo-people.server.ts"
import { log } from "#core/log.server.ts"
import { requireSamePlatform } from "#core/payments/require-same-platform.server.ts"
import { findZip } from "#core/places/find-zip.server.ts"
import type { Ports } from "#core/ports/index.ts"
import { DEFAULT_RATES, type Rates } from "#core/rates.ts"
import { type Database, type DatabasePool, forJobs, openDatabase } from "#db/client.ts"
import { requireFitDatabase } from "#db/fitness.ts"
import { openProbe } from "#db/probe.ts"
import { bucketOf, composeFiles } from "./adapters/files/compose-files.ts"
import type { FileStore } from "./adapters/files/file-store.ts"
import { composeImages, type ImageRoutes } from "./adapters/images/compose-images.ts"
import { composeMail } from "./adapters/mail/compose-mail.ts"
import { emailFooters } from "./adapters/mail/email-footers.ts"
import { composePlaces } from "./adapters/places/compose-places.ts"
import { composePush } from "./adapters/push/compose-push.ts"
import { composeRooms, type Rooms } from "./adapters/rooms/compose-rooms.ts"
import { composePayments, type StripePorts } from "./adapters/stripe/compose-payments.ts"
import { alarms } from "./adapters/telemetry/alarms.ts"
import { type CallCounter, composeCallCounter } from "./api/call-counter.ts"
import { passwords, passwordsExcept } from "./auth/passwords.ts"
import { secondFactor } from "./auth/second-factor.ts"
import { createSessions } from "./auth/sessions.ts"
import { webAuthnPasskeys } from "./auth/webauthn-passkeys.ts"
import { deletionListFile, fileDeletionList } from "./backup/deletion-list.ts"
import type { Env } from "./config/env.ts"
import { onceDatabaseAnswers } from "./config/wait-for-database.ts"
import { type MapStreets, openMapStreets } from "./map/map-streets.ts"
import { APART, diskName, disksInUse, nameOnDisk } from "./operations/disks.ts"
import { createOperations } from "./operations/operations.ts"
import { type QueueDesk, queueDesk } from "./operations/queue-desk.ts"

/** Everything that one process shares, created once at its start. */
export interface Runtime {
  env: Env
  database: DatabasePool
  ports: Ports
  rooms: Rooms
  /** The queues, for the queue status. Rejects while their backend is down. */
  queues: QueueDesk["queues"]
  /** Files of the pages, of this build and of others. */
  assets: FileStore
  /** Serves the images, unless they are at Cloudinary. */
  imageRoutes?: ImageRoutes | undefined
  /** The source of the map's streets. */
  mapStreets: MapStreets
  /** The context of a command or query for one actor. */
  contextFor<A extends Actor>(actor: A): Context<A>
  /** The context of a job: its calls to providers may take longer, since nobody waits. */
  contextForJobs(): SystemContext
  /**
   * Waits for a database that fits this version, and checks that its payments belong to our Stripe account and that it
   * has no demo users; from then on the process can take requests. Throws a readable error if it never will.
   */
  begin(): Promise<void>
  state(): "starting" | "serving" | "draining"
  /** Counts the API's calls, over all processes if they share a Redis. */
  apiCalls: CallCounter
  /** After this, the process still serves requests, but reports to load balancers that it is about to stop. */
  drain(): void
  close(): Promise<void>
}

/** Connects the ports to their implementations: the real service if it is configured, otherwise the embedded one. */
export async function createRuntime(env: Env): Promise<Runtime> {
  const disk = await sharedDisk(env)
  const connection = {
    connectionString: env.DATABASE_URL,
    applicationName: disk ? nameOnDisk(env.PROCESS, disk) : `pushcart-${env.PROCESS}`,
    onError: onDatabaseError,
  }
  // With a shared disk one connection stays open: its name shows other processes which disk this one uses.
  const database = openDatabase({ ...connection, max: env.DATABASE_POOL_MAX, min: disk ? 1 : 0 })
  const probe = openProbe(connection)
  const mail = await composeMail(env)
  const push = await composePush(env)
  const images = await composeImages(env)
  const mapStreets = await openMapStreets(env)
  const rates = ratesFrom(env)
  const rooms = composeRooms(env)
  const desk = queueDesk(env)
  const apiCalls = composeCallCounter(env)
  const payments = composePayments(env)
  let state: ReturnType<Runtime["state"]> = "starting"
  const ports = {
    ...composePorts(env, database.db),
    ...payments.ofRequests,
    images: images.images,
    mail: mail.port,
    push,
    operations: createOperations({
      desk,
      rooms: rooms.port,
      database,
      probe,
      poolMax: env.DATABASE_POOL_MAX,
      dataDir: env.DATA_DIR,
      sandboxUrl: env.STRIPE_API_URL,
    }),
  }
  const jobsDb = forJobs(database)
  const contextFor = contextsOf(database.db, ports, rates)
  return {
    env,
    database,
    ports,
    rooms,
    queues: desk.queues,
    assets: composeFiles(env, "assets"),
    imageRoutes: images.routes,
    mapStreets,
    contextFor,
    contextForJobs: () => contextsOf(jobsDb, { ...ports, ...payments.ofJobs }, rates)({ role: "system" }),
    async begin() {
      await onceDatabaseAnswers(async () => {
        await requireFitDatabase(database.pool)
        const ctx = contextFor({ role: "system" })
        await requireSamePlatform(ctx)
        if (!env.rules.demoPeople) await rejectDemoPeople(ctx)
        if (disk && (await disksInUse(database.pool)).length > 1) log.warn("files.apart", APART)
      }, onDatabaseError)
      if (state === "starting") state = "serving"
    },
    state: () => state,
    apiCalls,
    drain() {
      state = "draining"
    },
    async close() {
      apiCalls.close()
      rooms.host?.close()
      mail.close()
      await mapStreets.tiles?.close()
      await desk.close()
      await probe.close()
      await database.close()
    },
  }
}

/** The name of the disk that all processes must share: set if they run separately and files are not in a bucket. */
async function sharedDisk(env: Env): Promise<string | undefined> {
  return env.PROCESS === "all" || bucketOf(env) ? undefined : diskName(env.DATA_DIR)
}

const onDatabaseError = (error: Error) => log.error("database.connection_lost", { error })

const contextsOf =
  (db: Database, ports: Ports, rates: Rates) =>
  <A extends Actor>(actor: A): Context<A> => ({ actor, db, ports, rates, now: () => new Date() })

function composePorts(
  env: Env,
  db: Database,
): Omit<Ports, "images" | "mail" | "operations" | "push" | keyof StripePorts> {
  return {
    alarms,
    emailFooters: emailFooters({ secret: env.AUTH_SECRET, postalAddress: env.POSTAL_ADDRESS }),
    deletionList: fileDeletionList(deletionListFile(env.DATA_DIR)),
    passkeys: webAuthnPasskeys,
    passwords: env.rules.demoPeople ? passwords : passwordsExcept([DEMO_PASSWORD]),
    secondFactor: secondFactor({ secret: env.AUTH_SECRET, required: env.rules.secondFactor }),
    sessions: createSessions({ db, secret: env.AUTH_SECRET }),
    ...composePlaces(
      { googleKey: env.GOOGLE_MAPS_SERVER_KEY, isCensusOn: env.CENSUS, valhallaUrl: env.VALHALLA_URL },
      (zip) => findZip(db, zip),
      (failure) => log.warn("places.fallback", failure),
    ),
  }
}

/** Maps the configured business numbers to the domain's names. */
export function ratesFrom(env: Env): Rates {
  return {
    ...DEFAULT_RATES,
    delivery: {
      baseCents: env.DELIVERY_BASE_CENTS,
      baseMiles: env.DELIVERY_BASE_MILES,
      perMileCents: env.DELIVERY_MILE_CENTS,
      maxMiles: env.DELIVERY_MAX_MILES,
    },
    processor: { rate: env.PROCESSOR_FEE_BASIS_POINTS / 10_000, fixedCents: env.PROCESSOR_FEE_FIXED_CENTS },
    platformRate: env.PLATFORM_FEE_BASIS_POINTS / 10_000,
    transferDelayHours: env.TRANSFER_DELAY_HOURS,
    secondTermsFrom: env.TERMS_2_FROM ?? null,
    retention: retentionFrom(env),
    payoutInterval: env.PAYOUT_INTERVAL,
  }
}

const retentionFrom = (env: Env): Rates["retention"] => ({
  unconfirmedDays: env.KEEP_UNCONFIRMED_DAYS,
  linkDays: env.KEEP_LINK_DAYS,
  seenNotificationDays: env.KEEP_SEEN_NOTIFICATION_DAYS,
  unseenNotificationDays: env.KEEP_UNSEEN_NOTIFICATION_DAYS,
  abandonedCheckoutDays: env.KEEP_ABANDONED_CHECKOUT_DAYS,
  instructionDays: env.KEEP_INSTRUCTION_DAYS,
  noteDays: env.KEEP_NOTE_DAYS,
  savedItemDays: env.KEEP_SAVED_ITEM_DAYS,
  openingAlertDays: env.KEEP_OPENING_ALERT_DAYS,
  pushDays: env.KEEP_PUSH_DAYS,
  revokedTokenDays: env.KEEP_REVOKED_TOKEN_DAYS,
  outboxDays: env.KEEP_OUTBOX_DAYS,
  webhookDays: env.KEEP_WEBHOOK_DAYS,
  idempotencyDays: env.KEEP_IDEMPOTENCY_DAYS,
})
