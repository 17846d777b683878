import type * as Party from "partykit/server"
import { RoleRoom } from "./role-room.ts"

export default class DelivererRoom extends RoleRoom {}

DelivererRoom satisfies Party.Worker
