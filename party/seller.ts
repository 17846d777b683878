import type * as Party from "partykit/server"
import { RoleRoom } from "./role-room.ts"

export default class SellerRoom extends RoleRoom {}

SellerRoom satisfies Party.Worker
