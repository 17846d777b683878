import { notAPhoto, tooLargePhoto } from "#tests/support/images.ts"
import type { TestServer } from "../support/server.ts"
import type { ApiRecorder } from "./api-recorder.ts"
import type { Normalizer } from "./normalize.ts"
import type { WorldBuilder } from "./page-world.ts"

export type Stage = { recorder: ApiRecorder; build: WorldBuilder; server: TestServer; normalizer: Normalizer }
export type Scenario = (stage: Stage) => Promise<void>

export const HERE = { lat: 40.7506, lng: -73.9972 }
export const UNKNOWN = "0198c5b2-7d3e-7c7a-9c3e-2f4b5a6d7e8f"
export const PASSWORD = "Pushcart#2026"

type Upload = { name: string; mimeType: string; buffer: Uint8Array }
const fileOf = ({ name, mimeType, buffer }: Upload) => new File([buffer as never], name, { type: mimeType })

export const aTooLargeFile = async () => fileOf(await tooLargePhoto())
export const aFileThatIsNoImage = () => fileOf(notAPhoto())
