import type * as Party from "partykit/server"
import { RoleRoom } from "./role-room.ts"

export default class AdminRoom extends RoleRoom {}

AdminRoom satisfies Party.Worker
