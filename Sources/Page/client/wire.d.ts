// Written by Packaging/page/wire.py from proto/: change those files.

/** The part of an account that other users see. */
export interface UserProfile {
  /** ^[a-z][a-z0-9_]{2,19}$ */
  username?: string;
  /** Free text. 1 to 40 characters. */
  displayName?: string;
  /** Path of the picture on this server: "/avatars/...". The file at a path never changes. */
  avatar?: string;
}

/** Creates an account and signs in on this device; the answer has a token. */
export interface AccountRegister {
  /** ^[a-z][a-z0-9_]{2,19}$. 3 to 20 characters. */
  username?: string;
  email?: string;
  /** 8 to 128 bytes. */
  password?: string;
  /** Absent: the username. 1 to 40 characters. */
  displayName?: string;
  /** A name for this device. 1 to 64 characters. */
  device?: string;
  /** Also creates a profile as a language partner; the account then needs no e-mail address. */
  speaker?: SpeakerSet;
  /** The device belongs to another person: the log-in is short-lived and gets no notifications. */
  guest?: boolean;
  /** Code of an invitation. A user's own makes both friends, or sends the inviter a friend request. */
  invitation?: string;
}

/** Signs in on this device; the answer has a token. */
export interface AccountLogin {
  /** Username or e-mail address. */
  login?: string;
  password?: string;
  /** A name for this device. 1 to 64 characters. */
  device?: string;
  /** If the account has a second factor: six digits of the authenticator, or a recovery code. */
  code?: string;
  /** The device belongs to another person: the log-in is short-lived and gets no notifications. */
  guest?: boolean;
  /** If the account has a second factor: one of its passkeys, instead of a code; its challenge is of `passkeyBegin` with this `login` and `secondFactor`. */
  passkey?: PasskeyAssertion;
}

/** Revokes the token of this session; the connection stays open and may sign in as another user. */
export interface AccountLogout {
}

/** Replaces the token of this session; the answer has the new one. The old token stays valid until the new one is first used, and for a minute afterwards. A later use of the old token means that one of the two was stolen, and ends this log-in. The command has no cid: if the answer is lost, send it again. */
export interface TokenRenew {
}

/** Returns the caller's account. */
export interface AccountRead {
}

export interface AccountOpened {
  user?: UserProfile;
  email?: string;
  /** Only after registration, log-in and `tokenRenew`. Keep it secret: it opens the account. */
  token?: string;
  /** Whether the owner has confirmed the address. Absent on a server that sends no mail. */
  emailVerified?: boolean;
  /** The profile as a language partner, if there is one. Present only together with `token`. */
  speaker?: Speaker;
  /** Claims of the outside identity about its owner, for filling in a profile. Only after `identityLogin`. */
  identity?: IdentityProfile;
}

/** Claims of an issuer about the owner of an identity. The server stores only the name and the address of a new account. */
export interface IdentityProfile {
  /** Absent, like the other fields, if the issuer makes no such claim. 0 to 200 characters. */
  name?: string;
  /** An e-mail address or telephone number that the issuer has verified. */
  contact?: string;
  /** In whole years. */
  age?: number;
  /** URL of a picture: https, at the issuer's or another site. The server does not fetch it. 0 to 2,048 bytes. */
  picture?: string;
}

/** What a passkey has signed, as `navigator.credentials.get` returns it. All bytes are URL-safe base64 without padding. Source: WebAuthn Level 2 §5.2.2. */
export interface PasskeyAssertion {
  /** `rawId`. 1 to 1,364 bytes. */
  id?: string;
  /** `response.clientDataJSON`. 1 to 5,462 bytes. */
  clientData?: string;
  /** `response.authenticatorData`. 1 to 2,048 bytes. */
  authenticatorData?: string;
  /** `response.signature`. 1 to 1,024 bytes. */
  signature?: string;
  /** `response.userHandle`, if there is one. 0 to 86 bytes. */
  userHandle?: string;
}

/** Proof that the caller owns the account, for commands for which a stolen token must not suffice. Either the password, an ID token or a passkey. */
export interface Proof {
  password?: string;
  /** Name of the issuer, with a fresh ID token of an identity that is linked to the account. */
  issuer?: string;
  idToken?: string;
  /** If the account has a second factor: six digits of the authenticator, or a recovery code. */
  code?: string;
  /** A passkey of the account; its challenge is of `passkeyProveBegin`. It needs no code. */
  passkey?: PasskeyAssertion;
}

/** Proves that the caller owns the account. For 15 minutes this log-in may then use commands that require a recent proof; without one they are refused with PROOF_NEEDED. Each log-in starts with such a period. */
export interface AccountProve {
  proof?: Proof;
}

/** Updates the caller's account. Absent fields stay unchanged. */
export interface AccountUpdate {
  /** 1 to 40 characters. */
  displayName?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Sets the password and revokes every other token of the account. Outside identities that are linked still open the account. The answer lists them, so that the owner can unlink those of other people. */
export interface PasswordChange {
  proof?: Proof;
  /** 8 to 128 bytes. */
  password?: string;
}

/** A way into the recipient's account, or its address, was changed on one of its devices. A user who did not make the change should act: `identityUnlink`, `passwordChange`, `deviceRevoke`. */
export interface AccountChanged {
  change?: AccountChange;
  /** The device on which it was made, by its name at log-in. */
  device?: string;
  /** The issuer of the identity. */
  issuer?: string;
  /** The name of the passkey. */
  passkey?: string;
}

export type AccountChange =
  | "ACCOUNT_CHANGE_UNSPECIFIED"
  | "PASSWORD_CHANGED"
  | "EMAIL_CHANGED"
  /** An outside identity now opens the account, too. */
  | "IDENTITY_LINKED"
  | "IDENTITY_UNLINKED"
  /** A client logged in with the right password, or a passkey, from a network that is new to the account. */
  | "NEW_NETWORK"
  /** There were too many wrong passwords from new networks: further ones are not checked for a while. */
  | "FAILED_ATTEMPTS"
  /** A client used a token that another one had replaced: one of the two has been copied. The log-in on that device has ended. */
  | "TOKEN_REUSED"
  /** The account reached its maximum number of log-ins. To make room for a new one, the log-in on that device ended: it had been unused for the longest time. */
  | "TOO_MANY_LOGINS"
  /** The password was replaced with a code that was mailed to the account's address. */
  | "PASSWORD_RECOVERED"
  /** The address was confirmed with a code that was mailed to it. */
  | "EMAIL_VERIFIED"
  /** Log-ins now need a second factor, too: a code of an authenticator, or a passkey. */
  | "SECOND_FACTOR_SET"
  | "SECOND_FACTOR_DROPPED"
  | "RECOVERY_CODES_RENEWED"
  /** A log-in or a proof used a recovery code instead of the authenticator. */
  | "RECOVERY_CODE_USED"
  /** A client sent the right password with wrong codes: further codes are not checked for a while. */
  | "WRONG_CODES"
  /** A passkey now opens the account, too. */
  | "PASSKEY_ADDED"
  | "PASSKEY_DELETED"
  /** A passkey was refused: it counted no more uses than the server, so there may be a copy of it. */
  | "PASSKEY_COPIED";

/** Changes the account's e-mail address. A confirmed address stays until the new one is confirmed. */
export interface EmailChange {
  proof?: Proof;
  email?: string;
}

/** Requests a code by mail, to the account's address or to the new address of a pending change. */
export interface EmailProve {
}

/** Confirms an address with the code that was mailed to it. From then on the address belongs to this account alone, and opens it. */
export interface EmailConfirm {
  /** Case, blanks and hyphens are ignored. */
  code?: string;
}

export interface EmailStanding {
  /** The address to which the code was sent, or the confirmed address. */
  email?: string;
  verified?: boolean;
}

/** Requests a code for setting another password, by mail to the account's confirmed address. The answer is the same whether the account exists or not. */
export interface PasswordForgot {
  /** Username or e-mail address. */
  login?: string;
}

/** Sets another password with a mailed code, and revokes every token of the account. Log in afterwards. */
export interface PasswordRecover {
  login?: string;
  code?: string;
  /** 8 to 128 bytes. */
  password?: string;
}

/** Deletes the account: at once it ends every session, and other users no longer find it. All data that the account leaves behind are erased within 24 hours. */
export interface AccountDelete {
  proof?: Proof;
}

/** The name or picture of a friend changed, or the recipient's own, on some device. */
export interface ProfileChanged {
  user?: UserProfile;
}

/** Starts a log-in or a proof with an outside identity. */
export interface IdentityBegin {
  /** Name of the issuer in the server's configuration. */
  issuer?: string;
}

export interface IdentityChallenge {
  /** The client puts it into the request to the issuer, so that the token is valid for this server only, and once. */
  nonce?: string;
  expiresAt?: string;
  /** The issuer's own address, with the client id by which it knows this server. */
  issuer?: string;
  clientId?: string;
}

/** Signs in with an ID token. The first log-in creates an account and requires a username; without one it is refused with USERNAME_NEEDED. */
export interface IdentityLogin {
  issuer?: string;
  idToken?: string;
  device?: string;
  username?: string;
  /** Absent: the name in the token, or else the username. */
  displayName?: string;
  /** Absent: the address for which the issuer vouches. */
  email?: string;
  /** If the account has a second factor: six digits of the authenticator, or a recovery code. */
  code?: string;
  /** The device belongs to another person: the log-in is short-lived and gets no notifications. */
  guest?: boolean;
  /** Code of an invitation, for the first log-in; as in `accountRegister`. */
  invitation?: string;
  /** If the account has a second factor: one of its passkeys, instead of a code; its challenge is of `passkeyBegin` with `secondFactor` and without `login`. */
  passkey?: PasskeyAssertion;
}

/** Links an outside identity, which then opens this account, too. */
export interface IdentityLink {
  proof?: Proof;
  issuer?: string;
  idToken?: string;
}

/** Unlinks an outside identity. The account must keep a way in: a password, a passkey, or another identity of a trusted issuer. */
export interface IdentityUnlink {
  proof?: Proof;
  issuer?: string;
}

/** Lists the outside identities that open this account, and the issuers that this server trusts. */
export interface IdentityList {
}

export interface Identities {
  identities?: LinkedIdentity[];
  /** Every issuer whose identities may sign in here. */
  issuers?: string[];
}

export interface LinkedIdentity {
  issuer?: string;
  since?: string;
  /** Only in exports: the issuer's address when the identity was linked, with the issuer's name for the user. */
  address?: string;
  subject?: string;
}

/** Returns whether log-ins need a second factor, too: a code of an authenticator, or a passkey. */
export interface SecondFactorRead {
}

export interface SecondFactor {
  on?: boolean;
  /** Absent: it is off. */
  since?: string;
  /** Number of recovery codes that are left. */
  recoveryCodes?: number;
  /** Whether it was turned on for passkeys, by `secondFactorPasskeys`. */
  passkeys?: boolean;
}

/** Starts the setup of an authenticator. Nothing changes before `secondFactorConfirm`: an authenticator that is in use stays until then. */
export interface SecondFactorBegin {
  proof?: Proof;
}

/** For an authenticator app: do not store it anywhere else. Source: RFC 6238 with SHA-1, 30 s and six digits. */
export interface SecondFactorSecret {
  /** 160 bits, in 32 characters of base32. */
  secret?: string;
  /** The same as an `otpauth` URI, which apps read from a QR code. */
  uri?: string;
  /** The setup must be confirmed before this time. */
  expiresAt?: string;
}

/** Completes the setup of an authenticator with one of its codes. */
export interface SecondFactorConfirm {
  /** Six digits; blanks are ignored. */
  code?: string;
}

/** Each code is valid once, in place of the authenticator's code. Only this answer shows them. */
export interface RecoveryCodes {
  codes?: string[];
}

/** Turns the second factor off: log-ins need no code and no passkey any more. */
export interface SecondFactorDrop {
  proof?: Proof;
}

/** Creates ten new recovery codes and voids the old ones. */
export interface RecoveryCodesRenew {
  proof?: Proof;
}

/** Lists the activities in the order of the catalogue, with the caller's states. */
export interface ActivityList {
}

export interface Activities {
  activities?: ActivityState[];
}

export interface ActivityState {
  activity?: string;
  title?: string;
  on?: boolean;
  /** When it expires. */
  expiresAt?: string;
  /** One or more characters to show beside the title. */
  icon?: string;
  /** It matches every other activity. */
  wildcard?: boolean;
  /** How long it stays on, at most. */
  lifetime?: string;
  /** What the caller has said about it; absent: nothing. */
  details?: ActivityDetails;
}

/** Turns an activity on or off, as `on` says. */
export interface ActivitySet {
  activity?: string;
  on?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** Replaces everything that was said about it. Absent: the note, the place, the point and `room_for` stay as they are, and the activity is on from now, for its whole lifetime. */
  details?: ActivityDetails;
}

/** What a user says about an activity that is on. Only friends who match receive it. */
export interface ActivityDetails {
  /** When it begins, at most 24 hours ahead; absent: at once. Two activities match if there is a time at which both are on, as soon as both are set; if one of them does not say when it ends, when the other begins. */
  from?: string;
  /** When it ends: after the beginning, and at most its lifetime later; a later time is cut to that. Absent: after its lifetime, and friends who match do not receive that time. */
  until?: string;
  /** 0 to 140 characters. */
  note?: string;
  /** 0 to 80 characters. */
  place?: string;
  point?: ActivityPoint;
  /** How many more people may join, 1 to 50; absent: not said. */
  roomFor?: number;
}

/** A point on the map. */
export interface ActivityPoint {
  /** Degrees, -90 to 90, north is positive. Kept to seven decimal places. */
  lat?: number;
  /** Degrees, -180 to 180, east is positive. Kept to seven decimal places. */
  lon?: number;
}

/** Lists the audience of one of the caller's activities; by default all friends. */
export interface AudienceList {
  activity?: string;
}

export interface Audience {
  activity?: string;
  friends?: AudienceMember[];
  /** Whether future friends belong to the audience, too; true by default. */
  newcomers?: boolean;
}

export interface AudienceMember {
  user?: UserProfile;
  selected?: boolean;
}

/** Adds one friend to an audience, or removes the friend; the answer has this member of the audience alone. */
export interface AudienceSelect {
  activity?: string;
  friend?: string;
  selected?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Changes an audience in one step; the answer has the audience without its members. */
export interface AudienceSet {
  activity?: string;
  /** Usernames of friends to add to the audience, and of friends to remove. */
  add?: string[];
  drop?: string[];
  /** Whether all other friends, and future friends, belong to the audience; absent: they stay as they are. */
  others?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Lists the caller's matches: at most the newest 500. */
export interface MatchList {
  order?: MatchOrder;
  /** Includes ended matches of the last 30 days. */
  past?: boolean;
}

export type MatchOrder =
  /** Newest first. */
  | "BY_TIME"
  /** In the order of the catalogue, then newest first. */
  | "BY_ACTIVITY";

export interface Matches {
  matches?: MatchEntry[];
}

export interface MatchEntry {
  activity?: string;
  with?: UserProfile;
  since?: string;
  /** Absent while the match lasts. */
  until?: string;
  /** What the friend has said about it; only while the match lasts. */
  details?: ActivityDetails;
}

/** The recipient's toggle changed: on some device, or by its expiry. */
export interface ActivityChanged {
  activity?: string;
  on?: boolean;
  expiresAt?: string;
  /** True when it expired, rather than being turned off. */
  expired?: boolean;
  /** What the recipient has said about it; absent: nothing. */
  details?: ActivityDetails;
}

/** The audience of the recipient's activity was changed on some device: `audienceList` has it. */
export interface AudienceChanged {
  activity?: string;
}

/** A friend and the recipient are up for the same activity at the same time. */
export interface Match {
  activity?: string;
  with?: UserProfile;
  /** What the friend has said about it, as it is now: it is not kept in the inbox, and absent once the match has ended. */
  details?: ActivityDetails;
}

/** A friend who matches, or a member of a group, has changed what they say about the activity. It notifies no device. */
export interface MatchChanged {
  activity?: string;
  /** Username of the friend or member. */
  with?: string;
  /** As in Match. Absent: the friend says nothing, or the match has ended. */
  details?: ActivityDetails;
  /** The group in which they match; absent: they are friends. */
  room?: string;
}

/** A match has ended: one of the two turned the activity off, and the grace period has passed. */
export interface MatchEnded {
  activity?: string;
  with?: string;
}

/** The recipient's toggle is about to expire: set it again to keep it on. */
export interface ActivityEnding {
  activity?: string;
  expiresAt?: string;
}

/** Explains why there is a match with a friend, or none, as far as the caller may know. */
export interface MatchWhy {
  friend?: string;
  activity?: string;
}

export interface MatchReason {
  matched?: boolean;
  /** Only while there is a match. */
  since?: string;
  /** All obstacles on the caller's side, each once; THEIR_SIDE if it has none and there is no match. */
  obstacles?: MatchObstacle[];
}

export type MatchObstacle =
  | "MATCH_OBSTACLE_UNSPECIFIED"
  /** The caller has not turned the activity on. */
  | "NOT_ON"
  /** The caller has left this friend out of the audience. */
  | "NOT_MEANT"
  /** There is no obstacle on the caller's side. The friend's side stays private. */
  | "THEIR_SIDE";

/** Lists posts of the caller and of friends: pages of 10, newest first. */
export interface CircleList {
  /** Id of the last post that the client has; empty: the newest posts. */
  before?: string;
  /** 1 to 50; absent: 10. */
  limit?: number;
}

export interface CirclePage {
  posts?: CirclePost[];
  /** True when there are older posts. */
  more?: boolean;
}

/** Returns one post, by its id or by the last part of its link. */
export interface CircleRead {
  post?: string;
}

export interface CirclePost {
  id?: string;
  author?: UserProfile;
  /** The other person in the post, or the first of several. Visible only to the author, that person, and friends of both. */
  with?: UserProfile;
  activity?: string;
  /** The activity's title: "Coffee". */
  title?: string;
  /** The author's text about it. */
  text?: string;
  at?: string;
  /** Absent: none. */
  likes?: number;
  /** Whether the user who receives this likes the post. */
  liked?: boolean;
  /** The newest five. */
  comments?: CircleComment[];
  /** Number of all comments. */
  commentCount?: number;
  /** Path of the post on this server; it works for the author's friends only. */
  link?: string;
  /** Further persons in the post about a plan, each visible as `with` is. */
  others?: UserProfile[];
}

export interface CircleComment {
  id?: string;
  from?: UserProfile;
  text?: string;
  at?: string;
}

/** Confirms an activity with a friend: once both have confirmed it, each has a post on the circle. Until then the confirmation can be withdrawn. */
export interface CircleConfirm {
  friend?: string;
  activity?: string;
  /** Text of the caller's post. 0 to 500 characters. */
  text?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** False: withdraws the caller's confirmation of this activity with this friend, unless the friend has confirmed it, too. Absent: true. */
  on?: boolean;
}

export interface CircleConfirmed {
  /** The other user has confirmed it, too. */
  posted?: boolean;
  /** Id of the caller's post, once it exists. */
  post?: string;
}

/** Changes the text of the caller's own post. */
export interface CircleEdit {
  post?: string;
  /** 0 to 500 characters. */
  text?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Deletes the caller's own post. */
export interface CircleRemove {
  post?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Sets whether the caller likes a post, as `liked` says. */
export interface CircleLike {
  post?: string;
  liked?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

export interface CircleLikes {
  post?: string;
  likes?: number;
  /** Whether the caller likes the post. Absent in hints, which have many recipients. */
  liked?: boolean;
}

/** Comments on a post. */
export interface CircleSay {
  post?: string;
  /** Must not be blank. 1 to 1,000 characters. */
  text?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

export interface CircleSaid {
  post?: string;
  comment?: CircleComment;
  /** Number of all comments. */
  commentCount?: number;
}

/** Deletes a comment: one of the caller's, or one on the caller's post. */
export interface CircleUnsay {
  post?: string;
  comment?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Lists all comments on a post, oldest first, in pages. */
export interface CircleComments {
  post?: string;
  /** Id of the oldest comment that the client has; empty: the newest page. */
  before?: string;
  /** 1 to 100; absent: 50. */
  limit?: number;
}

export interface CircleCommentPage {
  post?: string;
  comments?: CircleComment[];
  more?: boolean;
  commentCount?: number;
}

/** Opens or closes the circle; while it is open, this connection receives `circleChanged`. */
export interface CircleOpen {
  on?: boolean;
}

/** Another user commented on the recipient's post. */
export interface CircleCommented {
  post?: string;
  comment?: CircleComment;
}

/** A friend has confirmed an activity with the recipient, and waits for the recipient's confirmation. */
export interface CircleAsked {
  friend?: UserProfile;
  activity?: string;
  /** When the match in question began. */
  since?: string;
}

/** The circle changed, while it is open. May be lost: the pages have the current state. */
export interface CircleChanged {
  posted?: CirclePost;
  liked?: CircleLikes;
  said?: CircleSaid;
  /** Id of a post that is no longer visible. */
  removed?: string;
  unsaid?: CircleCommentRemoved;
}

export interface CircleCommentRemoved {
  post?: string;
  comment?: string;
  commentCount?: number;
}

/** Lists the devices that are signed in to the caller's account, in pages, newest first. */
export interface DeviceList {
  /** `next` of the previous page; absent: the newest entries. */
  after?: string;
  /** 1 to 100; absent: 50. */
  limit?: number;
}

export interface Devices {
  devices?: DeviceEntry[];
  /** Absent on the last page. */
  next?: string;
}

export interface DeviceEntry {
  device?: string;
  /** It is the device of this session. */
  current?: boolean;
  since?: string;
  online?: boolean;
  /** When it was last connected, if known; absent while it is online. After a restart of the server it may be up to a day too early. */
  lastSeen?: string;
  /** It has subscribed to notifications while it is away. */
  push?: boolean;
  /** All log-ins on it are guest log-ins. */
  guest?: boolean;
}

/** Signs a device out: revokes its tokens, and ends its sessions and notifications. */
export interface DeviceRevoke {
  device?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns the key that a browser needs to subscribe to notifications of this server.  Source: RFC 8292, section 3.2. */
export interface PushKeyRead {
}

export interface PushKey {
  /** A point of P-256, uncompressed, in URL-safe base64. */
  key?: string;
}

/** Subscribes this device to notifications while it is away. A user who had this subscription on this server before is no longer notified on the device: the subscription belongs to its current user. */
export interface PushSubscribe {
  /** The URL at which the push service accepts messages for the device. */
  endpoint?: string;
  /** The device's public key, with its secret, in URL-safe base64. Source: RFC 8291, section 3. */
  p256dh?: string;
  auth?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns how the caller is notified. */
export interface NoticeSettingsRead {
}

/** Changes how the caller is notified. A member that is absent stays as it is. */
export interface NoticeSettingsSet {
  /** Whether notifications make no sound at certain hours. */
  quiet?: boolean;
  /** When these hours begin and end, by the clock of the device: minutes since midnight, 0 to 1439. */
  quietFrom?: number;
  quietUntil?: number;
  /** Whether the caller is asked, before an activity expires, whether it shall last longer. */
  reminders?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

export interface NoticeSettings {
  quiet?: boolean;
  quietFrom?: number;
  quietUntil?: number;
  reminders?: boolean;
}

/** Ends the notifications of this device. */
export interface PushUnsubscribe {
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** A message from a client: one command. */
export interface ClientMessage {
  /** Chosen by the client, 1 to 4294967295; the answer carries it. */
  id?: number;
  sessionOpen?: SessionOpen;
  sessionAck?: SessionAck;
  accountRegister?: AccountRegister;
  accountLogin?: AccountLogin;
  accountLogout?: AccountLogout;
  accountRead?: AccountRead;
  accountUpdate?: AccountUpdate;
  passwordChange?: PasswordChange;
  emailChange?: EmailChange;
  accountDelete?: AccountDelete;
  accountExport?: AccountExport;
  identityBegin?: IdentityBegin;
  identityLogin?: IdentityLogin;
  identityLink?: IdentityLink;
  identityUnlink?: IdentityUnlink;
  identityList?: IdentityList;
  emailProve?: EmailProve;
  emailConfirm?: EmailConfirm;
  passwordForgot?: PasswordForgot;
  passwordRecover?: PasswordRecover;
  secondFactorBegin?: SecondFactorBegin;
  secondFactorConfirm?: SecondFactorConfirm;
  secondFactorDrop?: SecondFactorDrop;
  recoveryCodesRenew?: RecoveryCodesRenew;
  secondFactorRead?: SecondFactorRead;
  tokenRenew?: TokenRenew;
  accountProve?: AccountProve;
  userLookup?: UserLookup;
  friendRequest?: FriendRequest;
  friendAccept?: FriendAccept;
  friendDecline?: FriendDecline;
  friendWithdraw?: FriendWithdraw;
  friendRemove?: FriendRemove;
  friendList?: FriendList;
  mailboxList?: MailboxList;
  userBlock?: UserBlock;
  userUnblock?: UserUnblock;
  blockList?: BlockList;
  personList?: PersonList;
  friendsChange?: FriendsChange;
  friendImport?: FriendImport;
  roomSend?: RoomSend;
  roomHistory?: RoomHistory;
  roomMark?: RoomMark;
  roomList?: RoomList;
  roomMute?: RoomMute;
  roomType?: RoomType;
  roomSearch?: RoomSearch;
  roomEdit?: RoomEdit;
  roomDelete?: RoomDelete;
  roomReact?: RoomReact;
  groupCreate?: GroupCreate;
  groupRead?: GroupRead;
  groupAdd?: GroupAdd;
  groupRemove?: GroupRemove;
  groupLeave?: GroupLeave;
  groupRename?: GroupRename;
  groupPass?: GroupPass;
  groupInvite?: GroupInvite;
  groupJoin?: GroupJoin;
  groupUp?: GroupUp;
  groupCommon?: GroupCommon;
  activityList?: ActivityList;
  activitySet?: ActivitySet;
  audienceList?: AudienceList;
  audienceSelect?: AudienceSelect;
  matchList?: MatchList;
  matchWhy?: MatchWhy;
  audienceSet?: AudienceSet;
  planMake?: PlanMake;
  planReply?: PlanReply;
  planChange?: PlanChange;
  planKeep?: PlanKeep;
  planList?: PlanList;
  planRead?: PlanRead;
  planDone?: PlanDone;
  planCalendar?: PlanCalendar;
  privacyRead?: PrivacyRead;
  privacySet?: PrivacySet;
  circleList?: CircleList;
  circleRead?: CircleRead;
  circleConfirm?: CircleConfirm;
  circleEdit?: CircleEdit;
  circleRemove?: CircleRemove;
  circleLike?: CircleLike;
  circleSay?: CircleSay;
  circleUnsay?: CircleUnsay;
  circleComments?: CircleComments;
  circleOpen?: CircleOpen;
  deviceList?: DeviceList;
  deviceRevoke?: DeviceRevoke;
  pushKeyRead?: PushKeyRead;
  pushSubscribe?: PushSubscribe;
  pushUnsubscribe?: PushUnsubscribe;
  noticeSettingsRead?: NoticeSettingsRead;
  noticeSettingsSet?: NoticeSettingsSet;
  userReport?: UserReport;
  speakerSet?: SpeakerSet;
  speakerRead?: SpeakerRead;
  speakerFind?: SpeakerFind;
  partnerMatch?: PartnerMatch;
  partnerList?: PartnerList;
  partnerRead?: PartnerRead;
  partnerEnd?: PartnerEnd;
  meetupOffer?: MeetupOffer;
  meetupAccept?: MeetupAccept;
  meetupClear?: MeetupClear;
  speakerDelete?: SpeakerDelete;
  checkinSet?: CheckinSet;
  checkinClear?: CheckinClear;
  checkinRead?: CheckinRead;
  checkinHistory?: CheckinHistory;
  checkinPicture?: CheckinPicture;
  placeList?: PlaceList;
  placeSpot?: PlaceSpot;
  placeOpen?: PlaceOpen;
  placeFriendList?: PlaceFriendList;
  gatheringCreate?: GatheringCreate;
  gatheringUpdate?: GatheringUpdate;
  gatheringDelete?: GatheringDelete;
  gatheringRead?: GatheringRead;
  gatheringFind?: GatheringFind;
  gatheringList?: GatheringList;
  gatheringJoin?: GatheringJoin;
  gatheringLeave?: GatheringLeave;
  gatheringGrant?: GatheringGrant;
  gatheringPeople?: GatheringPeople;
  teamProfileSet?: TeamProfileSet;
  teamProfileRead?: TeamProfileRead;
  teamProfileDelete?: TeamProfileDelete;
  skillList?: SkillList;
  projectCreate?: ProjectCreate;
  projectUpdate?: ProjectUpdate;
  projectDelete?: ProjectDelete;
  projectRead?: ProjectRead;
  projectList?: ProjectList;
  projectLeave?: ProjectLeave;
  projectGrant?: ProjectGrant;
  swipeSet?: SwipeSet;
  swipeRead?: SwipeRead;
  swipeList?: SwipeList;
  swipeDrop?: SwipeDrop;
  deckRead?: DeckRead;
  teamDocumentList?: TeamDocumentList;
  wordRead?: WordRead;
  wordFind?: WordFind;
  wordAudio?: WordAudio;
  wordSpeechList?: WordSpeechList;
  wordLanguageList?: WordLanguageList;
  wordDraw?: WordDraw;
  wordShare?: WordShare;
  wordSettingsRead?: WordSettingsRead;
  wordSettingsSet?: WordSettingsSet;
  wordProfileRead?: WordProfileRead;
  wordFavouriteSet?: WordFavouriteSet;
  wordFavouriteList?: WordFavouriteList;
  wordSeenList?: WordSeenList;
  wordPlay?: WordPlay;
  wordAnswer?: WordAnswer;
  wordRoundRead?: WordRoundRead;
  wordRoundAudio?: WordRoundAudio;
  wordDailyRead?: WordDailyRead;
  wordDuelList?: WordDuelList;
  invitationCreate?: InvitationCreate;
  invitationList?: InvitationList;
  invitationRevoke?: InvitationRevoke;
  invitationRead?: InvitationRead;
  invitationAccept?: InvitationAccept;
  linkRead?: LinkRead;
  locationShare?: LocationShare;
  passkeyBegin?: PasskeyBegin;
  passkeyLogin?: PasskeyLogin;
  passkeyRegisterBegin?: PasskeyRegisterBegin;
  passkeyRegister?: PasskeyRegister;
  passkeyProveBegin?: PasskeyProveBegin;
  passkeyAddBegin?: PasskeyAddBegin;
  passkeyAdd?: PasskeyAdd;
  passkeyList?: PasskeyList;
  passkeyRename?: PasskeyRename;
  passkeyDelete?: PasskeyDelete;
  secondFactorPasskeys?: SecondFactorPasskeys;
  roomRead?: RoomRead;
  roomExpire?: RoomExpire;
  roomPin?: RoomPin;
  roomPins?: RoomPins;
  roomVote?: RoomVote;
  roomPollClose?: RoomPollClose;
}

/** A message from the server: the answer to a command (with id), a durable event of the user's inbox (with seq), or a hint, which is ephemeral (with neither). */
export interface ServerMessage {
  /** The `id` of the command that this answers. */
  id?: number;
  /** Position in this user's inbox: 1, 2, 3 ... without gaps, the same on every device. */
  seq?: number;
  /** When it happened, by the server's clock. Present only together with `seq`. */
  at?: string;
  /** Answers. */
  error?: CommandError;
  done?: Done;
  session?: SessionOpened;
  account?: AccountOpened;
  identityChallenge?: IdentityChallenge;
  identities?: Identities;
  export?: ExportPage;
  email?: EmailStanding;
  secondFactorSecret?: SecondFactorSecret;
  recoveryCodes?: RecoveryCodes;
  secondFactor?: SecondFactor;
  user?: UserFound;
  friendRequestSent?: FriendRequestSent;
  friends?: Friends;
  mailbox?: Mailbox;
  blocks?: Blocks;
  people?: People;
  friendsChanged?: FriendsChanged;
  roomSent?: RoomSent;
  roomPage?: RoomPage;
  roomMarked?: RoomMarked;
  rooms?: Rooms;
  roomFound?: RoomFound;
  message?: RoomMessage;
  group?: Group;
  groupPage?: GroupPage;
  groupUpState?: GroupUpState;
  groupList?: GroupList;
  attachment?: Attachment;
  activities?: Activities;
  activity?: ActivityState;
  audience?: Audience;
  matches?: Matches;
  matchReason?: MatchReason;
  plan?: Plan;
  plans?: Plans;
  calendar?: CalendarFile;
  privacy?: Privacy;
  circlePage?: CirclePage;
  circlePost?: CirclePost;
  circleConfirmed?: CircleConfirmed;
  circleLikes?: CircleLikes;
  circleSaid?: CircleSaid;
  circleComments?: CircleCommentPage;
  devices?: Devices;
  pushKey?: PushKey;
  noticeSettings?: NoticeSettings;
  speaker?: Speaker;
  speakers?: Speakers;
  partnership?: Partnership;
  partnerships?: Partnerships;
  checkin?: Checkin;
  checkinPage?: CheckinPage;
  checkinStanding?: CheckinStanding;
  pictureFile?: PictureFile;
  pictureUploaded?: PictureUploaded;
  places?: Places;
  placeSpot?: PlaceSpotPage;
  placeFriends?: PlaceFriends;
  gathering?: Gathering;
  gatherings?: Gatherings;
  attendees?: Attendees;
  teamProfile?: TeamProfile;
  skills?: Skills;
  project?: Project;
  projects?: Projects;
  swipe?: Swipe;
  swipes?: Swipes;
  deck?: Deck;
  teamDocuments?: TeamDocuments;
  wordEntry?: WordEntry;
  wordList?: WordList;
  wordSound?: WordSound;
  wordSpoken?: WordSpoken;
  wordSpeechPage?: WordSpeechPage;
  wordLanguages?: WordLanguages;
  wordDrawn?: WordDrawn;
  wordSettings?: WordSettings;
  wordProfile?: WordProfile;
  wordFavourite?: WordFavourite;
  wordFavourites?: WordFavourites;
  wordSeenPage?: WordSeenPage;
  wordRound?: WordRound;
  wordResult?: WordResult;
  wordRoundState?: WordRoundState;
  wordDaily?: WordDaily;
  wordDuels?: WordDuels;
  invitation?: PersonalInvitation;
  invitations?: PersonalInvitations;
  invitationPreview?: InvitationPreview;
  invitationAccepted?: InvitationAccepted;
  passkeyChallenge?: PasskeyChallenge;
  passkeyCreation?: PasskeyCreation;
  passkeys?: Passkeys;
  roomMessages?: RoomMessages;
  roomExpiry?: RoomExpiry;
  roomPinList?: RoomPinList;
  /** Durable events. */
  profileChanged?: ProfileChanged;
  accountChanged?: AccountChanged;
  friendRequested?: FriendRequested;
  friendRequestClosed?: FriendRequestClosed;
  friendAdded?: FriendAdded;
  friendRemoved?: FriendRemoved;
  blockChanged?: BlockChanged;
  roomMessage?: RoomMessage;
  roomBadge?: RoomBadge;
  roomMessageChanged?: RoomMessageChanged;
  groupChanged?: GroupChanged;
  groupMatch?: GroupMatch;
  groupInvited?: GroupInvitation;
  groupInvitationClosed?: GroupInvitationClosed;
  activityChanged?: ActivityChanged;
  match?: Match;
  matchEnded?: MatchEnded;
  activityEnding?: ActivityEnding;
  audienceChanged?: AudienceChanged;
  matchChanged?: MatchChanged;
  planOffered?: PlanOffered;
  planChanged?: PlanChanged;
  planGone?: PlanGone;
  privacyChanged?: PrivacyChanged;
  circleCommented?: CircleCommented;
  circleAsked?: CircleAsked;
  moderationWarned?: ModerationWarned;
  partnerMatched?: PartnerMatched;
  partnerEnded?: PartnerEnded;
  meetupOffered?: MeetupChanged;
  meetupAccepted?: MeetupChanged;
  meetupCleared?: MeetupChanged;
  meetupExpired?: MeetupChanged;
  teamMatched?: TeamMatched;
  teamJoined?: TeamChanged;
  teamLeft?: TeamChanged;
  teamRoleChanged?: TeamChanged;
  projectDeleted?: ProjectDeleted;
  gatheringDeleted?: GatheringDeleted;
  gatheringGranted?: GatheringGranted;
  wordPlayed?: WordResult;
  wordSettingsChanged?: WordSettings;
  wordFavouriteChanged?: WordFavourite;
  wordDailyReady?: WordDailyReady;
  wordDuelOpened?: WordDuel;
  wordDuelEnded?: WordDuel;
  roomExpiryChanged?: RoomExpiryChanged;
  /** Ephemeral. */
  bye?: Bye;
  presence?: Presence;
  presenceDigest?: PresenceDigest;
  notice?: Notice;
  roomReceipt?: RoomReceipt;
  roomTyping?: RoomTyping;
  circleChanged?: CircleChanged;
  placeChanged?: PlaceChanged;
  wordDailyShown?: WordDailyShown;
}

/** The command succeeded; the answer has no data. */
export interface Done {
}

/** Why a command was refused. A refusal never closes the connection. */
export interface CommandError {
  code?: ErrorCode;
  /** One sentence for people. */
  message?: string;
  /** The invalid field, as a path from the command: "roomSend.text". */
  field?: string;
  /** Whether the same command may succeed later. */
  temporary?: boolean;
  /** How long to wait before another attempt, if known. */
  retryAfter?: string;
}

/** Every reason for a refusal; programs must branch on the code, never on the message. */
export type ErrorCode =
  | "ERROR_UNSPECIFIED"
  /** The message itself. */
  | "MALFORMED"
  | "UNKNOWN_COMMAND"
  | "INVALID_FIELD"
  | "TOO_LARGE"
  | "TOO_DEEP"
  /** The caller. */
  | "NOT_SIGNED_IN"
  | "ALREADY_SIGNED_IN"
  | "WRONG_CREDENTIALS"
  | "INVALID_TOKEN"
  /** The outside identity has no account yet: send a username for it. */
  | "USERNAME_NEEDED"
  /** The account may not be used. `retryAfter` says for how long; absent: permanently. */
  | "BANNED"
  /** The password or identity is right, but the account has a second factor: send its `code` or a `passkey`, too. */
  | "SECOND_FACTOR_NEEDED"
  /** The caller must first prove to be the owner: `accountProve`. */
  | "PROOF_NEEDED"
  /** This server takes new users by invitation only: send a valid `invitation`, too. */
  | "INVITATION_NEEDED"
  /** This server takes no new users. */
  | "REGISTRATION_CLOSED"
  /** The state of the world. */
  | "NOT_FOUND"
  | "CONFLICT"
  | "USERNAME_TAKEN"
  | "EMAIL_TAKEN"
  | "NOT_FRIENDS"
  | "ALREADY_FRIENDS"
  | "ONESELF"
  | "NO_SUCH_REQUEST"
  /** The caller has blocked the other user. */
  | "BLOCKED_BY_YOU"
  /** A list is at its maximum length: friends, pending requests, blocked users, passkeys. */
  | "LIST_FULL"
  /** The time allowed for it is over. */
  | "TOO_LATE"
  /** This outside identity already opens another account. */
  | "IDENTITY_TAKEN"
  /** It is the last way into the account, or its second factor. */
  | "LAST_WAY_IN"
  /** It belongs to others, or only the other party may do it. */
  | "NOT_MEMBER"
  /** It has changed meanwhile: read it again. */
  | "STALE"
  /** There is no user with whom the caller could be matched now. */
  | "NOBODY_ELIGIBLE"
  /** The two users are partners already. */
  | "ALREADY_PARTNERS"
  /** The server. */
  | "BUSY"
  | "INTERNAL"
  | "UNAVAILABLE"
  /** Too many commands; `retryAfter` says when the next one is allowed. */
  | "RATE_LIMITED";

/** Exports the caller's data, in pages. */
export interface AccountExport {
  /** `next` of the previous page; empty: the first page. */
  after?: string;
}

export interface ExportPage {
  records?: ExportRecord[];
  /** Start of the next page; empty on the last page. */
  next?: string;
}

export interface ExportRecord {
  account?: AccountOpened;
  identity?: LinkedIdentity;
  device?: DeviceEntry;
  privacy?: Privacy;
  friend?: Friend;
  askedByMe?: PendingRequest;
  askedOfMe?: PendingRequest;
  blocked?: UserProfile;
  message?: RoomMessage;
  activity?: ActivityState;
  audience?: Audience;
  match?: MatchEntry;
  post?: CirclePost;
  comment?: ExportedComment;
  /** Id of another user's post that the caller likes. */
  liked?: string;
  /** The caller's picture, as the server stores it. */
  picture?: ExportedPicture;
  /** The caller's read mark of a room, and whether the room is muted; `unread` is absent. */
  mark?: RoomMarked;
  /** A confirmation that the friend has not answered yet; once both have confirmed, it is a post. */
  confirmed?: CircleConfirm;
  /** A ban of the account that is in force, or was until recently. */
  ban?: ExportedBan;
  /** When the account was created. */
  created?: string;
  /** When the caller was last online, as far as friends may see it. */
  lastSeen?: string;
  subscription?: ExportedSubscription;
  /** How long new messages of a room of the caller stay. */
  expiry?: RoomExpiry;
  /** What a message of the caller said before its edits. */
  earlier?: ExportedEarlierTexts;
  /** A group of which the caller is a member. */
  group?: Group;
  /** An invitation to the caller, or from the caller to a friend. */
  groupInvitation?: GroupInvitation;
  /** An activity that the caller has on within a group. */
  groupUp?: GroupUpState;
  /** A plan that the caller has made, has joined or is offered. */
  plan?: Plan;
  /** How the caller is notified. */
  noticeSettings?: NoticeSettings;
  /** Id of a friend's post that names the caller. */
  namedIn?: string;
  attachment?: ExportedAttachment;
  letter?: ExportedLetter;
  speaker?: Speaker;
  partnership?: Partnership;
  checkin?: Checkin;
  checkinPicture?: ExportedCheckinPicture;
  teamProfile?: TeamProfile;
  /** A gathering that the caller attends or plans. */
  gathering?: Gathering;
  /** A project of which the caller is a member. */
  project?: Project;
  /** A swipe that the caller made, personally or for a project. */
  swipe?: Swipe;
  /** The picture of the profile for teams. */
  teamPicture?: ExportedPicture;
  teamDocument?: ExportedDocument;
  wordSettings?: WordSettings;
  wordProfile?: WordProfile;
  wordFavourite?: WordFavourite;
  wordSeen?: WordSeen;
  /** A round of the caller, ended or still open. */
  wordRound?: WordRoundState;
  /** A day's challenge that the caller has begun. */
  wordDaily?: WordDaily;
  wordDuel?: WordDuel;
  /** An invitation of the caller, without its code. */
  invitation?: PersonalInvitation;
  /** An invitation of another user that the caller has accepted. */
  invitationAccepted?: InvitationAccepted;
  /** The caller's results in saying a word. */
  wordSpeech?: WordSpeech;
  /** Whether log-ins need a code, too; without the secret that makes the codes. */
  secondFactor?: SecondFactor;
  /** A passkey of the caller, with its public key. */
  passkey?: Passkey;
  /** A report by the caller; only while the case is stored. */
  report?: ExportedReport;
  /** An administrator's decision about the caller after a report. */
  decision?: ExportedDecision;
}

/** Mail to the caller that is not sent yet, or a code that was requested. */
export interface ExportedLetter {
  address?: string;
  /** "verify", "recover" or "changed". */
  topic?: string;
  at?: string;
}

/** The server keeps these texts for reports alone, for 30 days after the edit at most. */
export interface ExportedEarlierTexts {
  room?: string;
  seq?: number;
  /** The oldest first. */
  texts?: EarlierText[];
}

/** The address at which a device of the caller receives notifications. */
export interface ExportedSubscription {
  device?: string;
  endpoint?: string;
}

export interface ExportedComment {
  post?: string;
  comment?: CircleComment;
}

export interface ExportedBan {
  reason?: string;
  since?: string;
  /** Absent: for good. */
  until?: string;
}

/** A picture, or a part of one that is too large for one page. */
export interface ExportedPicture {
  contentType?: string;
  bytes?: string;
  /** Position of these bytes in the whole. */
  offset?: number;
  /** Size of the whole, in bytes. */
  size?: number;
}

/** A part of a file that the caller has sent with a message, or uploaded for one. */
export interface ExportedAttachment {
  attachment?: Attachment;
  bytes?: string;
  /** Position of these bytes in the whole. */
  offset?: number;
}

/** A part of a document of the caller's profile for teams. */
export interface ExportedDocument {
  document?: TeamDocument;
  bytes?: string;
  /** Position of these bytes in the whole. */
  offset?: number;
}

/** A part of the picture of a check-in, which is too large for one page. */
export interface ExportedCheckinPicture {
  /** The last part of its path. */
  name?: string;
  contentType?: string;
  /** Position of these bytes in the whole. */
  offset?: number;
  /** Size of the whole, in bytes. */
  size?: number;
  bytes?: string;
}

export interface ExportedReport {
  /** Username of the reported user. */
  user?: string;
  reason?: ReportReason;
  text?: string;
  /** The reported text is left out: only its author may delete it. */
  at?: string;
}

export interface ExportedDecision {
  action?: ModerationAction;
  /** The administrator's text, as sent to the caller. */
  reason?: string;
  at?: string;
  /** End of a suspension. */
  until?: string;
}

/** Looks a user up by the exact username. */
export interface UserLookup {
  username?: string;
}

export interface UserFound {
  user?: UserProfile;
  relation?: Relation;
}

/** The relation of a user to the caller. A declined request still reads REQUESTED. */
export type Relation =
  | "STRANGER"
  | "YOURSELF"
  | "FRIEND"
  /** The caller has sent a request, and has no answer. */
  | "REQUESTED"
  /** The user has sent a request, and waits for the caller's answer. */
  | "ASKING"
  /** The caller has blocked the user. A blocked user sees the blocker as a stranger would. */
  | "BLOCKED";

/** Sends a friend request. */
export interface FriendRequest {
  to?: string;
  /** A message to the recipient of the request. 0 to 200 characters. */
  message?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

export interface FriendRequestSent {
  to?: string;
  /** True when the other user had sent a request first: both are friends at once. */
  friends?: boolean;
}

/** Accepts a friend request; the two are friends from then on. */
export interface FriendAccept {
  from?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Declines a friend request. The sender of the request is not notified. */
export interface FriendDecline {
  from?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Withdraws a friend request that has no answer. */
export interface FriendWithdraw {
  to?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Ends a friendship. */
export interface FriendRemove {
  friend?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Blocks a user: friendship and requests end, and neither sees anything of the other. The server answers the blocked user's commands as if the two were strangers. The blocked user is not notified. */
export interface UserBlock {
  user?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Ends a block. The other user is not notified. */
export interface UserUnblock {
  user?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Lists the users whom the caller has blocked, by username: 1,000 at most. */
export interface BlockList {
}

export interface Blocks {
  users?: UserProfile[];
}

/** The recipient has blocked a user, or ended a block, on this device or another. */
export interface BlockChanged {
  user?: UserProfile;
  blocked?: boolean;
}

/** Lists the caller's friends, by username: 1,000 at most. */
export interface FriendList {
  /** `next` of the previous page; absent: the first page. 0 to 20 characters. */
  after?: string;
  /** 1 to 100; absent: all friends in one answer. */
  limit?: number;
}

export interface Friends {
  friends?: Friend[];
  /** Absent on the last page. */
  next?: string;
}

export interface Friend {
  user?: UserProfile;
  /** Absent: not known yet, shortly after a start of the server. */
  online?: boolean;
  since?: string;
  /** When the friend was last online; absent while the friend is online, and when it is not known. */
  lastSeen?: string;
}

/** Lists pending requests, oldest first: all from the caller (200 at most), and the oldest 200 to the caller. */
export interface MailboxList {
}

export interface Mailbox {
  incoming?: PendingRequest[];
  outgoing?: PendingRequest[];
}

export interface PendingRequest {
  /** The other user. */
  user?: UserProfile;
  message?: string;
  at?: string;
}

/** A user has sent a friend request to the recipient. */
export interface FriendRequested {
  from?: UserProfile;
  message?: string;
}

/** A request is no longer pending: withdrawn (both users receive this), or declined (only the user who declined receives it). */
export interface FriendRequestClosed {
  from?: string;
  to?: string;
}

export interface FriendAdded {
  friend?: UserProfile;
}

export interface FriendRemoved {
  friend?: string;
}

/** Lists users of this server, by username. The server's settings decide which: none (the command is refused with NOT_FOUND), those who have chosen to be listed, or all. */
export interface PersonList {
  /** Only usernames that begin with this. 0 to 20 characters. */
  prefix?: string;
  /** `next` of the previous page; absent: the first page. */
  after?: string;
  /** 1 to 100; absent: 50. */
  limit?: number;
}

export interface People {
  people?: UserFound[];
  /** Absent on the last page. */
  next?: string;
}

/** Adds and removes several friends at once, each name as in a command of its own. The server's settings decide whether an added user receives a request or is a friend at once. */
export interface FriendsChange {
  /** At most 20 usernames, together with those in `drop`. */
  add?: string[];
  drop?: string[];
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

export interface FriendsChanged {
  /** One for each name, in the order of the command. */
  changes?: FriendChange[];
}

export interface FriendChange {
  username?: string;
  /** The relation of the two users now. */
  relation?: Relation;
  /** Why nothing changed for this name; absent: the change was made. */
  error?: ErrorCode;
}

/** Finds users by usernames and confirmed addresses, among those who have chosen to be listed. Names and addresses without a result are left out, whatever the reason. */
export interface FriendImport {
  /** At most 100. 0 to 254 characters. */
  people?: string[];
}

/** A group, without its members. */
export interface Group {
  /** "#" and a number: the room of the group. */
  room?: string;
  name?: string;
  /** Username of the owner; empty for a team, which has no owner. */
  owner?: string;
  /** Number of members, up to 200. */
  members?: number;
  madeAt?: string;
  /** True for the team of a project and the room of a plan: its members are those of the project or plan, and change only with them. */
  team?: boolean;
}

/** How long messages of a room stay that are sent after `at`. */
export interface RoomExpiry {
  room?: string;
  /** Minutes; 0: they stay. */
  minutes?: number;
  /** Username of the member who set it; absent when that user has left Upfor. */
  by?: string;
  at?: string;
}

export interface GroupMember {
  user?: UserProfile;
  owner?: boolean;
  since?: string;
  /** Whether the member is online, for friends and teammates of the caller; absent for others, and while it is not known. */
  online?: boolean;
}

/** Creates a group with the caller as its owner, and invites friends. */
export interface GroupCreate {
  /** Must not be blank. 1 to 60 characters. */
  name?: string;
  /** Usernames of friends to invite, up to 199. */
  members?: string[];
  /** The client's own id of this group: a repetition takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns a group of the caller with its members. */
export interface GroupRead {
  room?: string;
}

export interface GroupPage {
  group?: Group;
  /** By username. */
  members?: GroupMember[];
  /** The code for joining; only for members, and empty while there is none. */
  code?: string;
  /** Usernames of friends whom the caller has invited and who are not members, whether they have received the invitation or not. */
  invited?: string[];
  /** How long messages of the group stay; absent while it has never been set. */
  expiry?: RoomExpiry;
}

/** A friend has invited the user who receives this to a group. */
export interface GroupInvitation {
  room?: string;
  name?: string;
  /** The inviting friend; absent in exports of the caller's own invitations. */
  by?: UserProfile;
  at?: string;
  /** Username of the invited friend; only in exports. */
  to?: string;
}

/** An invitation was withdrawn or declined, or its sender is no longer a friend or a member of the group. */
export interface GroupInvitationClosed {
  room?: string;
}

/** Lists the groups of which both the caller and another user are members. */
export interface GroupCommon {
  /** Username. */
  user?: string;
}

export interface GroupList {
  /** By room. */
  groups?: Group[];
}

/** Invites friends of the caller to a group of the caller; each becomes a member by accepting. Members stay members. The answer is the same whether a friend accepts invitations or not. */
export interface GroupAdd {
  room?: string;
  /** Usernames of friends, 1 to 199. */
  members?: string[];
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Removes a member, for the owner alone; or withdraws the caller's own invitation of a friend. */
export interface GroupRemove {
  room?: string;
  /** Username of the member, or of the invited friend. */
  member?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Leaves a group, or declines an invitation, without notifying its sender. When the owner leaves, the longest-standing member becomes the owner. When the last member leaves, the group and its messages are deleted. */
export interface GroupLeave {
  room?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Renames a group. For the owner alone. */
export interface GroupRename {
  room?: string;
  /** Must not be blank. 1 to 60 characters. */
  name?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Makes another member the owner. For the owner alone. */
export interface GroupPass {
  room?: string;
  /** Username of the member. */
  to?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Creates a new code for joining, or revokes the code. Earlier codes stop working. For the owner alone. */
export interface GroupInvite {
  room?: string;
  on?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Joins a group, by its code or by an invitation. */
export interface GroupJoin {
  /** 22 characters; empty with `room`. */
  code?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** The room of a group to which the caller is invited. */
  room?: string;
}

/** Turns an activity on or off within a group. It expires as activities do. Only members who have the same activity on in the group at the same time are notified of one another. */
export interface GroupUp {
  room?: string;
  activity?: string;
  on?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** As of activitySet; only members who match receive it. */
  details?: ActivityDetails;
}

export interface GroupUpState {
  room?: string;
  activity?: string;
  on?: boolean;
  until?: string;
  /** Members who have it on in the group at the same time; only while the caller has. */
  with?: UserProfile[];
  /** What the caller has said about it; absent: nothing. */
  details?: ActivityDetails;
  /** The same members, with what they say. */
  matches?: GroupMatch[];
}

/** The members, the name or the owner of a group changed. For all members, and for those who were removed or left. */
export interface GroupChanged {
  /** The group after the change. */
  group?: Group;
  /** New members. */
  joined?: UserProfile[];
  /** Usernames of those who are no longer members. */
  left?: string[];
  /** Username of the member who made the change; absent after the deletion of a member's account, and for teams. */
  by?: string;
}

/** A member of a group and the recipient have the same activity on at the same time. */
export interface GroupMatch {
  room?: string;
  activity?: string;
  with?: UserProfile;
  /** As in Match; the end of a match in a group is no event. */
  details?: ActivityDetails;
}

/** Creates an invitation for people whom the caller knows elsewhere. The answer has its code, this once: the server stores only a hash. The command has no cid: if the answer is lost, revoke the invitation and create another. */
export interface InvitationCreate {
  /** Number of users who may accept, 1 to 100. Absent: 1. */
  uses?: number;
  /** How long it is valid, 1 to 720. Absent: 168, which is a week. */
  hours?: number;
  /** A user who accepts sends a friend request, which the caller accepts or declines. */
  request?: boolean;
  /** An activity to which the invitation points. Absent: none. */
  activity?: string;
  /** Absent: the display name and the picture. */
  shows?: InvitationShows;
}

/** What everyone who has the code may see of the inviter. */
export interface InvitationShows {
  name?: boolean;
  /** Only a picture that the inviter has uploaded. */
  picture?: boolean;
  username?: boolean;
}

/** Lists the caller's invitations that have not expired. Their codes are not stored. */
export interface InvitationList {
}

/** Revokes an invitation of the caller. Users who have accepted stay friends. */
export interface InvitationRevoke {
  number?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Shows an invitation, also to visitors. It changes and counts nothing. A code that is unknown, expired, used up or revoked, or whose inviter and caller have blocked each other, is refused with NOT_FOUND. Send the code in a body, never in a URL: addresses are logged. */
export interface InvitationRead {
  code?: string;
}

/** Accepts an invitation: the inviter and the caller are friends, or a friend request is sent. It counts as one use for each user, however often it is sent. Refused like `invitationRead`. */
export interface InvitationAccept {
  code?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** An invitation, as its inviter sees it. */
export interface PersonalInvitation {
  /** Its name in `invitationRevoke`. */
  number?: number;
  /** Only in the answer to `invitationCreate`: 22 letters, digits, `-` and `_`. */
  code?: string;
  at?: string;
  expiresAt?: string;
  /** Number of users who may accept. */
  uses?: number;
  /** Number of users who have accepted. */
  used?: number;
  request?: boolean;
  /** Absent: none. */
  activity?: string;
  shows?: InvitationShows;
}

export interface PersonalInvitations {
  /** Newest first. */
  invitations?: PersonalInvitation[];
}

/** An invitation, as everyone who has its code sees it. */
export interface InvitationPreview {
  /** Of the inviter. Absent, like the two below, unless the inviter shows it. */
  displayName?: string;
  /** Path of the picture on this server. Absent also if the inviter has none. */
  avatar?: string;
  username?: string;
  expiresAt?: string;
  /** Whether a user who accepts sends a friend request. */
  request?: boolean;
  /** Absent: none. */
  activity?: string;
  /** Whether a visitor may create an account with it. */
  registers?: boolean;
  /** Whether it comes from the server's operator: it opens an account and makes no friends. */
  operator?: boolean;
}

export interface InvitationAccepted {
  /** The inviter. */
  user?: UserProfile;
  /** False: a friend request is pending. */
  friends?: boolean;
}

/** A user's profile as a language partner. */
export interface Speaker {
  username?: string;
  /** Name of the profile in URLs; it never changes. */
  number?: number;
  firstName?: string;
  lastName?: string;
  /** ISO 639: "en". */
  known?: string;
  learn?: string;
  bio?: string;
  /** Path of the picture on this server. */
  avatar?: string;
  /** Whether other users find this profile and may be matched with its owner. */
  open?: boolean;
}

/** Creates or updates the caller's profile. Absent fields stay unchanged. Creation requires both names and both languages. */
export interface SpeakerSet {
  /** 1 to 40 characters. */
  firstName?: string;
  /** 1 to 40 characters. */
  lastName?: string;
  known?: string;
  learn?: string;
  /** 0 to 500 characters. */
  bio?: string;
  open?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** Takes effect only if the caller's profile has this number. */
  number?: number;
}

/** Deletes the caller's profile and ends all partnerships. The account stays. */
export interface SpeakerDelete {
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** Takes effect only if the caller's profile has this number. */
  number?: number;
}

/** Returns a profile: the caller's, a partner's, or one that is open. */
export interface SpeakerRead {
  /** Absent, together with `number`: the caller's. */
  username?: string;
  number?: number;
}

/** Lists open profiles of users who know the language that the caller learns, learn the language that the caller knows, and are not partners of the caller. */
export interface SpeakerFind {
  /** Only this user, whatever the languages. */
  username?: string;
  /** `next` of the previous page; absent: the first page. */
  after?: number;
}

export interface Speakers {
  /** At most 20, by number. */
  speakers?: Speaker[];
  /** Absent on the last page. */
  next?: number;
}

/** Makes a user the caller's partner, at once. */
export interface PartnerMatch {
  /** Absent: a random user who knows the language that the caller learns, and learns the one that the caller knows. */
  username?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Lists the caller's partnerships, newest first. */
export interface PartnerList {
}

export interface Partnerships {
  partnerships?: Partnership[];
}

/** Returns one partnership: by its number, or by the partner. */
export interface PartnerRead {
  number?: number;
  username?: string;
  /** Number of the partner's profile. */
  speaker?: number;
}

/** Ends a partnership. The partner is notified. */
export interface PartnerEnd {
  number?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Two partners and their next meetup. Both receive the same. */
export interface Partnership {
  /** Its name in URLs. */
  number?: number;
  /** The partner who made the match. */
  first?: Speaker;
  second?: Speaker;
  status?: MeetupStatus;
  /** When they meet. Absent without a meetup. */
  at?: string;
  /** Place of the meetup; the last one stays after the meetup. */
  place?: string;
  /** Number of changes of the meetup. */
  version?: number;
  since?: string;
}

export type MeetupStatus =
  | "NO_MEETUP"
  /** `first` has proposed a meetup, and `second` has to answer. */
  | "PROPOSED_BY_FIRST"
  | "PROPOSED_BY_SECOND"
  | "SCHEDULED";

/** Proposes a meetup, or another time or place for a proposed one. */
export interface MeetupOffer {
  number?: number;
  /** In the future, at most one year ahead. */
  at?: string;
  /** 1 to 200 characters. */
  place?: string;
  /** Takes effect only if the meetup still has this version. */
  version?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** Instead of `number`: the number of the partner's profile. */
  speaker?: number;
}

/** Accepts the partner's proposal, with exactly this time and place. */
export interface MeetupAccept {
  number?: number;
  at?: string;
  /** 1 to 200 characters. */
  place?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** Instead of `number`: the number of the partner's profile. */
  speaker?: number;
}

/** Withdraws the caller's proposal, declines the partner's, or calls a meetup off. */
export interface MeetupClear {
  number?: number;
  /** Takes effect only if the meetup still has this version. */
  version?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** Instead of `number`: the number of the partner's profile. */
  speaker?: number;
}

/** Two users have become partners. */
export interface PartnerMatched {
  partnership?: Partnership;
}

/** A partnership has ended. */
export interface PartnerEnded {
  number?: number;
  /** Username of the former partner. */
  username?: string;
}

/** The meetup of two partners changed. */
export interface MeetupChanged {
  partnership?: Partnership;
  /** Username of the partner who made the change; absent: the meetup's time has passed. */
  by?: string;
}

/** Starts a log-in with a passkey. The answer does not depend on accounts. */
export interface PasskeyBegin {
  /** Username or e-mail address: then only a passkey of this account is accepted. Absent: the passkey says whose account it opens. 0 to 254 bytes. */
  login?: string;
  /** The passkey is the second factor of `accountLogin`, with the same `login`, or of `identityLogin`, without. */
  secondFactor?: boolean;
}

/** For `publicKey` of `navigator.credentials.get`. A challenge is valid once, for what it was requested for. */
export interface PasskeyChallenge {
  challenge?: string;
  expiresAt?: string;
  /** `rpId`: the domain of the passkeys. */
  rpId?: string;
  /** `userVerification`: "required", or "preferred" for a second factor. */
  userVerification?: string;
  /** `allowCredentials`: ids of the passkeys that may answer. Empty: each of the domain. */
  allow?: string[];
}

/** Signs in with a passkey. The owner must have proven to it, by a PIN, a finger or a face, to be the owner; a second factor is not demanded. */
export interface PasskeyLogin {
  passkey?: PasskeyAssertion;
  /** A name for this device. 1 to 64 characters. */
  device?: string;
  /** As in `passkeyBegin`. 0 to 254 bytes. */
  login?: string;
  /** The device belongs to another person: the log-in is short-lived and gets no notifications. */
  guest?: boolean;
}

/** A passkey that an authenticator has made, as `navigator.credentials.create` returns it. Any format of attestation is accepted, and none is looked at. Source: WebAuthn Level 2 §5.2.1. */
export interface PasskeyAttestation {
  /** `response.clientDataJSON`. 1 to 5,462 bytes. */
  clientData?: string;
  /** `response.attestationObject`. 1 to 16,384 bytes. */
  attestation?: string;
  /** `response.getTransports()`; words that the server does not know are left out. */
  transports?: string[];
}

/** Starts a registration with a passkey, without a password. Refused like `passkeyRegister`, so that no authenticator makes a passkey for a name that is taken. */
export interface PasskeyRegisterBegin {
  /** ^[a-z][a-z0-9_]{2,19}$. 3 to 20 characters. */
  username?: string;
  /** Absent: the username. 1 to 40 characters. */
  displayName?: string;
  /** Code of an invitation; as in `accountRegister`. */
  invitation?: string;
  /** As in `passkeyRegister`, so that an address is refused early; absent: it is not checked. */
  email?: string;
}

/** For `publicKey` of `navigator.credentials.create`, with `residentKey` and `userVerification` "required". A challenge is valid once, for what it was requested for. */
export interface PasskeyCreation {
  challenge?: string;
  expiresAt?: string;
  /** `rp.id`: the domain of the passkeys. */
  rpId?: string;
  /** `user.id`. It contains nothing about the user, and is the same for every passkey of an account. */
  userHandle?: string;
  /** `user.name` and `user.displayName`. */
  username?: string;
  displayName?: string;
  /** `pubKeyCredParams`: the accepted algorithms, by their numbers in COSE, the preferred one first. */
  algorithms?: number[];
  /** `excludeCredentials`: ids of the account's passkeys. */
  exclude?: string[];
}

/** Creates an account that is opened by a passkey, and signs in on this device. */
export interface PasskeyRegister {
  /** As in `passkeyRegisterBegin`. 3 to 20 characters. */
  username?: string;
  email?: string;
  /** Absent: the username. 1 to 40 characters. */
  displayName?: string;
  /** A name for this device. 1 to 64 characters. */
  device?: string;
  /** The device belongs to another person: the log-in is short-lived and gets no notifications. */
  guest?: boolean;
  /** Code of an invitation; as in `accountRegister`. */
  invitation?: string;
  passkey?: PasskeyAttestation;
  /** A name for the passkey. Absent: the device's. 1 to 64 characters. */
  name?: string;
}

/** Starts a proof with a passkey of the account, for `Proof.passkey`. */
export interface PasskeyProveBegin {
}

/** Starts to add a passkey to the account. */
export interface PasskeyAddBegin {
}

/** Adds a passkey, which then opens this account, too. */
export interface PasskeyAdd {
  proof?: Proof;
  passkey?: PasskeyAttestation;
  /** Absent: the name of this device. 1 to 64 characters. */
  name?: string;
}

/** Lists the passkeys of the account, the oldest first. */
export interface PasskeyList {
}

export interface Passkeys {
  passkeys?: Passkey[];
}

export interface Passkey {
  id?: string;
  name?: string;
  created?: string;
  /** Absent: not since it was added. */
  lastUsed?: string;
  /** Whether there is a copy of it, at the provider of the authenticator: it is not lost with the device. */
  backedUp?: boolean;
  /** How clients may reach the authenticator: "internal", "hybrid", "usb", "nfc", "ble", "smart-card". */
  transports?: string[];
  /** Its domain. A passkey of another one than the server has now opens nothing. */
  rpId?: string;
  /** Only in exports: its public key as COSE_Key, and how often it has signed, by its own count. */
  publicKey?: string;
  counter?: number;
}

/** Gives a passkey another name. Requires a recent proof: a thief could give their own passkey the name of the owner's. */
export interface PasskeyRename {
  /** 1 to 1,364 bytes. */
  id?: string;
  /** 1 to 64 characters. */
  name?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Deletes a passkey: it opens the account no longer. The account must keep a way in: a password, another passkey, or an identity of a trusted issuer. Requires a recent proof. */
export interface PasskeyDelete {
  /** 1 to 1,364 bytes. */
  id?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Turns the second factor on for passkeys: log-ins by password or outside identity then need one of the account's passkeys, too. An authenticator may be added later; where there is one, passkeys are accepted in place of its codes without this command. */
export interface SecondFactorPasskeys {
  proof?: Proof;
}

/** Checks the caller in at a place. The check-in replaces the caller's marker; the previous one stays in the history. */
export interface CheckinSet {
  /** Degrees, -90 to 90, north is positive. Kept to seven decimal places. */
  lat?: number;
  /** Degrees, -180 to 180, east is positive. Kept to seven decimal places. */
  lon?: number;
  /** 0 to 500 characters. */
  text?: string;
  /** Name of a sticker of the server (checkinRead); absent: none. */
  sticker?: string;
  /** Name of an activity of the catalogue; absent: none. */
  activity?: string;
  /** Also turns that activity on, as activitySet does. */
  turnOn?: boolean;
  /** Name of an uploaded picture, from the answer to the upload (PUT /v1/checkin/picture); absent: none. */
  picture?: string;
  /** Minutes until the marker expires, 1 to the server's maximum (checkinRead); absent: the server's default. */
  minutes?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Removes the caller's marker. */
export interface CheckinClear {
  /** Id of a check-in to delete from the history, with its picture; absent: only the marker is removed, and the history stays. */
  checkin?: string;
  /** Deletes the whole history, with its pictures. */
  history?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns the server's settings for check-ins, and the caller's marker. */
export interface CheckinRead {
}

export interface CheckinStanding {
  /** Absent: the caller has no marker. */
  current?: Checkin;
  /** The stickers that a check-in may have, in their order. */
  stickers?: Sticker[];
  /** Maximum lifetime of a marker, in minutes. */
  minutesMax?: number;
  /** Default lifetime of a marker, in minutes. */
  minutes?: number;
  /** Days for which the history is stored; absent: it is not. */
  historyDays?: number;
  /** Maximum size of an uploaded picture file, in bytes. */
  pictureBytesMax?: number;
}

export interface Sticker {
  /** "pizza". */
  name?: string;
  /** One or more characters to show: "🍕"; empty when the server has only the name. */
  icon?: string;
}

/** Lists the caller's check-ins that the server still stores, newest first. */
export interface CheckinHistory {
  /** `next` of the previous page; absent: the newest entries. */
  before?: string;
  /** 1 to 100; absent: 20. */
  limit?: number;
}

export interface CheckinPage {
  checkins?: Checkin[];
  /** Absent on the last page. */
  next?: string;
}

/** A check-in of the caller. */
export interface Checkin {
  /** 16 hexadecimal digits. */
  id?: string;
  /** Degrees. */
  lat?: number;
  /** Degrees. */
  lon?: number;
  text?: string;
  sticker?: string;
  activity?: string;
  /** Path of its picture on this server, which requires a token; or of the default picture, which requires none. */
  picture?: string;
  at?: string;
  /** When the marker expires, or would have expired. */
  expiresAt?: string;
  /** It is the caller's marker now. */
  current?: boolean;
}

/** Lists the markers of the caller and of friends whose audience includes the caller. With all four sides absent: everywhere. */
export interface PlaceList {
  /** Degrees, -90 to 90; not above `north`. */
  south?: number;
  /** Degrees, -180 to 180. Greater than `east`: the box crosses the date line. */
  west?: number;
  /** Degrees, -90 to 90. */
  north?: number;
  /** Degrees, -180 to 180. */
  east?: number;
  /** 0 to 20, as of web maps: more than five markers in one cell of 64 by 64 pixels are one super marker, also if the box has only some of them. Absent: markers are not merged. */
  zoom?: number;
  /** `next` of the previous page; absent: the first page. */
  after?: string;
}

export interface Places {
  /** By username; at most 192 KiB on one page. */
  markers?: Marker[];
  /** By cell. The first page has all of them. */
  supers?: SuperMarker[];
  /** Absent: there are no more markers. */
  next?: string;
}

export interface Marker {
  user?: UserProfile;
  /** Degrees. */
  lat?: number;
  /** Degrees. */
  lon?: number;
  text?: string;
  sticker?: string;
  /** Path of its picture on this server, which requires a token; or of the default picture, which requires none. */
  picture?: string;
  /** Name of an activity of the catalogue. */
  activity?: string;
  /** When the user checked in. */
  at?: string;
  /** When the marker expires. */
  expiresAt?: string;
  isMine?: boolean;
}

/** More than five markers in one cell. */
export interface SuperMarker {
  /** Degrees: the centre of the markers that it merges. */
  lat?: number;
  /** Degrees. */
  lon?: number;
  count?: number;
  /** Names the cell: "14/8801/5373". */
  cell?: string;
  /** The caller's marker is one of them. */
  mine?: boolean;
}

/** Lists all markers in one cell. */
export interface PlaceSpot {
  /** Of a super marker. */
  cell?: string;
  /** `next` of the previous page; absent: the first page. */
  after?: string;
}

export interface PlaceSpotPage {
  cell?: string;
  /** By username; at most 50. */
  markers?: Marker[];
  /** Absent on the last page. */
  next?: string;
}

/** Opens or closes the map; while it is open, this connection receives `placeChanged`. */
export interface PlaceOpen {
  on?: boolean;
}

/** A marker was set, changed or removed; for connections that have the map open. May be lost: placeList has the current state. There is no hint for a marker that expires: see `expiresAt`. */
export interface PlaceChanged {
  set?: Marker;
  /** Username of the user whose marker the recipient no longer sees. */
  gone?: string;
}

/** Lists the caller, and then the caller's friends by username. */
export interface PlaceFriendList {
}

export interface PlaceFriends {
  friends?: PlaceFriend[];
}

export interface PlaceFriend {
  user?: UserProfile;
  /** It is the caller. */
  isMe?: boolean;
  /** The user has a marker that the caller may see. */
  onMap?: boolean;
  /** This friend is in the audience of the caller's markers (the audience of `@place`). */
  selected?: boolean;
}

/** Returns the picture of a check-in: one of the caller's, or of a marker that the caller may see. */
export interface CheckinPicture {
  /** The last component of its path. */
  name?: string;
}

export interface PictureFile {
  /** "image/jpeg" or "image/png". */
  contentType?: string;
  /** At most 256 KiB. */
  bytes?: string;
}

/** The answer to an upload of a picture for the next check-in. Without one, the picture is deleted within two hours. */
export interface PictureUploaded {
  /** The value for `picture` of checkinSet. */
  picture?: string;
  /** Its path on this server, which requires the caller's token. */
  path?: string;
}

/** Makes a plan, with a room, and offers it to friends who match with the caller for an activity. Those who join see one another; nobody else is shown to anybody. A user has one open plan for an activity. */
export interface PlanMake {
  activity?: string;
  /** Usernames of friends who match now, up to 50; others are left out, now and when they match later. Empty: all who match, and friends who match later. */
  with?: string[];
  /** 0 to 140 characters. */
  note?: string;
  /** 0 to 80 characters. */
  place?: string;
  point?: ActivityPoint;
  /** When they meet, at most 24 hours ahead; absent: as soon as they come. */
  at?: string;
  /** How many may join, 1 to 50; absent: 50. */
  roomFor?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** A plan, as the user who receives it may see it. */
export interface Plan {
  plan?: number;
  activity?: string;
  maker?: UserProfile;
  note?: string;
  place?: string;
  point?: ActivityPoint;
  /** Absent: as soon as they come. */
  at?: string;
  /** When it ends by itself, or has ended. */
  until?: string;
  /** It is over. The room closes a day later, unless two members keep it. */
  over?: boolean;
  /** Who comes, the maker first, then by the time at which they joined. */
  members?: PlanMember[];
  /** The answer of the user who receives this; for a friend who has not answered, UNANSWERED. */
  answer?: PlanAnswer;
  /** The room of the members; absent for others. */
  room?: string;
  /** The friends who have not answered; only for the maker. */
  asked?: UserProfile[];
  /** The user who receives this keeps the room. */
  kept?: boolean;
  /** The user who receives this has confirmed it. */
  done?: boolean;
  /** Its maker has called it off. */
  cancelled?: boolean;
  /** What the post of the user who receives this would say. */
  text?: string;
}

export interface PlanMember {
  user?: UserProfile;
  /** COMING or LATER. */
  answer?: PlanAnswer;
  /** In how many minutes the member will be there; absent: not said. */
  minutes?: number;
  /** The member has confirmed it; only for members. */
  done?: boolean;
}

export type PlanAnswer =
  | "UNANSWERED"
  | "COMING"
  | "LATER"
  | "NOT_COMING";

/** Answers a plan. COMING and LATER join it. NOT_COMING leaves it, or declines the offer; if the maker does so, the plan ends. A plan that has no place for the caller is LIST_FULL. */
export interface PlanReply {
  plan?: number;
  answer?: PlanAnswer;
  /** 0 to 240, with COMING or LATER. */
  minutes?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Changes a plan of the caller's own. A member that is absent stays as it is. */
export interface PlanChange {
  plan?: number;
  /** 0 to 140 characters. */
  note?: string;
  /** 0 to 80 characters. */
  place?: string;
  point?: ActivityPoint;
  at?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** True: the plan has no point any more. */
  noPoint?: boolean;
}

/** Sets whether the caller keeps the room of a plan when the plan is over. If two members do, it becomes a group of those who do. */
export interface PlanKeep {
  plan?: number;
  on?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Confirms a plan: "We did it". Once two members have, it is one post on the circle, of the maker or else of the first of them. It names the others who confirm, as far as they are friends of its author. */
export interface PlanDone {
  plan?: number;
  /** Text of the post, if it is the caller's. 0 to 500 characters. */
  text?: string;
  /** False: takes it back, and the caller's post or name on the circle, too. Absent: true. */
  on?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns a plan as a file for calendars (RFC 5545). */
export interface PlanCalendar {
  plan?: number;
}

export interface CalendarFile {
  /** Lines that end with CR LF. */
  text?: string;
}

/** Lists the plans that the caller has made, has joined, or is offered; newest first. */
export interface PlanList {
}

export interface Plans {
  plans?: Plan[];
}

/** Returns one plan. */
export interface PlanRead {
  plan?: number;
}

/** A friend who matches offers a plan. */
export interface PlanOffered {
  plan?: Plan;
}

/** A plan has other members, another time or place, or is over. It is replayed as it is now. */
export interface PlanChanged {
  plan?: Plan;
  /** Username of the member who has joined or left; absent: none has. */
  by?: string;
}

/** The recipient has no part in a plan any more: it was withdrawn or is full, the recipient has left it or has declined it, or its maker is no friend any more. */
export interface PlanGone {
  plan?: number;
}

/** Returns the caller's privacy settings. */
export interface PrivacyRead {
}

/** The privacy settings; all fields are present. */
export interface Privacy {
  /** Friends see the user as offline, whether online or not. */
  invisible?: boolean;
  /** Friends see that the user is writing to them. */
  typing?: boolean;
  /** Friends see how far the user has read. */
  receipts?: boolean;
  /** A match that has lasted long enough becomes a post on the user's circle by itself. */
  circle?: boolean;
  /** The user appears in the list of people, and can be found by a confirmed address. Off by default. */
  listed?: boolean;
  /** Friends may invite the user to groups. While it is off, invitations have no effect, but get the same answer. */
  invitations?: boolean;
}

/** Updates the caller's privacy settings. Absent fields stay unchanged. */
export interface PrivacySet {
  invisible?: boolean;
  typing?: boolean;
  receipts?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  circle?: boolean;
  listed?: boolean;
  invitations?: boolean;
}

/** The privacy settings changed, on this device or another. */
export interface PrivacyChanged {
  privacy?: Privacy;
}

/** Reports a user, a message or a post to the administrators; answered with Done. No other user is notified. The report contains a copy of the text in question. A repeated report about the same thing changes nothing. */
export interface UserReport {
  user?: string;
  /** Seq of a message of the user, in the room with the caller. */
  message?: number;
  /** Id of a post of the user that the caller may see. */
  post?: string;
  reason?: ReportReason;
  /** In the caller's words; may be empty. 0 to 500 characters. */
  text?: string;
  /** 1 to 64 bytes. */
  cid?: string;
  /** Room of the group in which the message is; absent: the room of the two users. */
  room?: string;
}

export type ReportReason =
  | "REPORT_REASON_UNSPECIFIED"
  | "HARASSMENT"
  | "SPAM"
  | "HATE"
  | "SEXUAL"
  | "VIOLENCE"
  | "IMPERSONATION"
  | "OTHER";

export type ModerationAction =
  | "MODERATION_ACTION_UNSPECIFIED"
  /** No action. */
  | "DISMISS"
  /** Deletes the message or post, as its author could. */
  | "HIDE"
  /** Sends the administrator's text to the user. */
  | "WARN"
  /** Bans the account for a time. */
  | "SUSPEND"
  /** Bans the account permanently. */
  | "BAN";

/** An administrator warns the recipient. */
export interface ModerationWarned {
  text?: string;
}

/** Sends a message to a friend or a group. */
export interface RoomSend {
  /** Username of a friend, or the room of a group: "#17". */
  to?: string;
  /** Must not be blank, unless there are attachments. 0 to 4,000 characters. */
  text?: string;
  /** The client's own id of this message: a repetition takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** Ids of files that the caller has uploaded for a message and not sent yet: 10 at most. They are shown in this order. */
  attachments?: string[];
  /** Seq of a message of this room that the caller may read, and that this one replies to; 0: none. */
  replyTo?: number;
  /** Makes the message a poll. Its question is `text`, which must not be blank then. */
  poll?: PollDraft;
}

/** A poll that is to be sent. */
export interface PollDraft {
  /** 2 to 12, no two of them alike. They are shown in this order. 1 to 100 characters. */
  options?: string[];
  /** Whether one may choose several. */
  multiple?: boolean;
}

/** Reads a page of the web once, for a preview of a link to it: an attachment of kind LINK, which the caller can send. */
export interface LinkRead {
  /** The address of the page: https. 9 to 2,048 bytes. */
  url?: string;
}

/** Makes a place on the map for a message: an attachment of kind LOCATION, which the caller can send. Those who read the message can read the place until it expires. */
export interface LocationShare {
  /** Degrees, -90 to 90, north is positive. Kept to seven decimal places. */
  lat?: number;
  /** Degrees, -180 to 180, east is positive. Kept to seven decimal places. */
  lon?: number;
  /** How long it can be read: 5 to 10,080. */
  minutes?: number;
}

export interface RoomSent {
  /** The two usernames in order, joined by ":"; "#17" for a group. */
  room?: string;
  /** Position in the room: 1, 2, 3 ... */
  seq?: number;
  at?: string;
}

export interface RoomMessage {
  room?: string;
  seq?: number;
  from?: string;
  displayName?: string;
  /** Empty when it was deleted, and when it has attachments alone. */
  text?: string;
  at?: string;
  /** When it was last edited, or deleted. */
  editedAt?: string;
  deleted?: boolean;
  /** Present in histories, and in `roomMessageChanged`. */
  reactions?: RoomReaction[];
  /** None when it was deleted. */
  attachments?: Attachment[];
  /** Seq of the message that this one replies to; 0: none, and when it was deleted. Each reader resolves it: `quoted` of a page, and `roomRead`. */
  replyTo?: number;
  /** Usernames of members of the group whom the text names (`@ben`), 20 at most, in its order; not its author. None when it was deleted. */
  mentions?: string[];
  /** When it disappears for all members, also from their devices; absent: it stays. An edit does not change it. */
  expiresAt?: string;
  /** Present while the message is pinned. */
  pinned?: RoomPinned;
  /** Present when the message is a poll, with `text` as its question. Absent when it was deleted. */
  poll?: Poll;
}

/** What a message said before an edit. Administrators see it with a report of the message. */
export interface EarlierText {
  text?: string;
  /** When the edit replaced it. */
  until?: string;
}

/** All who may read the message see who has chosen what. */
export interface Poll {
  /** None in lists. */
  options?: PollOption[];
  /** Whether one may choose several. */
  multiple?: boolean;
  /** When its author closed it: the votes are final. */
  closedAt?: string;
}

export interface PollOption {
  text?: string;
  /** Usernames of those who have chosen it, in the order of their votes. */
  from?: string[];
}

/** The pin of a message: all who may read the message see it. */
export interface RoomPinned {
  /** Username of the member who pinned it. Empty when that user has left Upfor. */
  by?: string;
  at?: string;
}

/** A file of a message. Those who may read the message may download it: `GET /v1/rooms/files/ID`, of a picture also its preview: `GET /v1/rooms/files/ID/preview`. */
export interface Attachment {
  id?: string;
  kind?: AttachmentKind;
  /** The name of the file, as its sender gave it; the title of a link's page; of a picture and a voice message empty. */
  name?: string;
  /** Bytes. */
  size?: number;
  /** Width and height in pixels, of a picture. */
  width?: number;
  height?: number;
  /** Duration in milliseconds, of a voice message. */
  duration?: number;
  /** Loudness of up to 64 equal parts, 0 to 255, of a voice message. Not in lists of rooms. */
  waveform?: string;
  /** The address of the page, of a link. Its host is to be shown: the page itself wrote the rest. */
  url?: string;
  /** What the page says of itself, of a link; its title is `name`. Empty when it says nothing. With a picture, `width` and `height` are not 0, and the preview has it. */
  description?: string;
  /** The name of the site, of a link. */
  site?: string;
  /** When a location expires: then it is nowhere any more. */
  expiresAt?: string;
}

export type AttachmentKind =
  | "ATTACHMENT_KIND_UNSPECIFIED"
  /** A JPEG or PNG that the server has made of the file, without what else was in it. */
  | "PICTURE"
  /** Ogg Opus that the server has made of the recording. */
  | "VOICE"
  /** Any other file, as it was sent. It may be harmful: clients save it, and never show it inline. */
  | "FILE"
  /** A link with what its page said when the message was written. */
  | "LINK"
  /** A place on the map. `GET /v1/rooms/files/ID` has its `lat` and `lon`, until it expires. */
  | "LOCATION";

export interface RoomReaction {
  /** One emoji. */
  emoji?: string;
  /** Usernames. */
  from?: string[];
}

/** Returns a page of the messages with a friend or in a group, oldest first. In a group, a member reads the messages since joining. */
export interface RoomHistory {
  /** Username of a friend, or the room of a group. */
  with?: string;
  /** Only messages with a smaller seq; 0: the newest page. */
  before?: number;
  /** 1 to 100; absent: 50. */
  limit?: number;
}

export interface RoomPage {
  room?: string;
  messages?: RoomMessage[];
  /** True when there are older messages. */
  more?: boolean;
  mark?: RoomMarked;
  /** Receipt of the other user; absent for a group. */
  receipt?: RoomReceipt;
  /** Receipts of the other members of a group, by username, except those who have blocked the caller or whom the caller has blocked. With the newest page only. */
  receipts?: RoomReceipt[];
  /** Messages that those of the page reply to, and that are on no page with them, as `roomRead` has them, oldest first. */
  quoted?: RoomMessage[];
  /** Absent while it has never been set. */
  expiry?: RoomExpiry;
}

/** Reads some messages of a room by their seqs, such as those that others reply to. */
export interface RoomRead {
  /** Username of a friend, or the room of a group. */
  with?: string;
  /** 1 to 50. */
  seqs?: number[];
}

export interface RoomMessages {
  room?: string;
  /** Those that `roomHistory` would show to the caller, oldest first. The texts are cut to 200 characters, the last of them "…". Without reactions and waveforms. */
  messages?: RoomMessage[];
}

/** Marks everything up to `seq` as read. The mark never moves back. */
export interface RoomMark {
  with?: string;
  seq?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

export interface RoomMarked {
  room?: string;
  seq?: number;
  /** Number of messages of others after `seq` that have not disappeared, muted or not. */
  unread?: number;
  /** The caller's own setting: no badge, whatever `unread` is, and no notification. Other members do not see it. */
  muted?: boolean;
  /** Whether an unread message mentions the caller, muted or not. */
  mentioned?: boolean;
}

/** Lists the caller's rooms: first those of friends with at least one message, newest first, 1,000 at most; then those of the caller's groups, 50 at most, and teams, without a limit, the one with the newest message first. */
export interface RoomList {
  /** `next` of the previous page; absent: the first page. */
  after?: string;
  /** 1 to 100; absent: all rooms in one answer. */
  limit?: number;
}

export interface Rooms {
  rooms?: RoomSummary[];
  /** Number of unread messages in all rooms that are not muted. Absent unless all rooms are listed. */
  unread?: number;
  /** Invitations to groups, newest first: at most 100. On the first page only. */
  invitations?: GroupInvitation[];
  /** Absent on the last page. */
  next?: string;
}

export interface RoomSummary {
  room?: string;
  /** The other user's username; the room of a group. */
  with?: string;
  /** Its text is cut to 200 characters, the last of them "…". Absent in a group without messages, and in a room whose newest messages have all disappeared. */
  newest?: RoomMessage;
  mark?: RoomMarked;
  receipt?: RoomReceipt;
  /** Absent for the room of two friends. */
  group?: Group;
  /** Absent while it has never been set. */
  expiry?: RoomExpiry;
}

/** The recipient's read mark moved, or the recipient muted or unmuted the room, on this device or another. */
export interface RoomBadge {
  mark?: RoomMarked;
}

/** How far another member of a room has received and read it. In a group, a receipt goes to the members whose messages were read. Neither mark ever moves back. May be lost: RoomPage has the current state. */
export interface RoomReceipt {
  room?: string;
  /** The member whose receipt it is. */
  user?: string;
  /** Everything up to this seq has reached one of the member's devices. */
  delivered?: number;
  /** Everything up to this seq has been read; absent when the member does not share it. */
  read?: number;
}

/** Mutes or unmutes a room: a muted room has no badge and sends no notifications. */
export interface RoomMute {
  with?: string;
  muted?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Says that the caller is writing, or has stopped. The answer does not depend on who the other user is. A friend who is online receives it, at a limited rate, if the caller shares it; in a group, those members who see the caller's presence. */
export interface RoomType {
  with?: string;
  on?: boolean;
}

/** A friend is writing to the recipient, or in a group of both. It expires after some seconds. May be lost. */
export interface RoomTyping {
  room?: string;
  from?: string;
  on?: boolean;
}

/** Searches the messages of the caller's rooms for words, by author, kind and time, newest first. */
export interface RoomSearch {
  /** All of its words must occur, in the text or in names of files, as whole words; the last may be a prefix. Empty: any message; then `from`, `kind`, `since` or `until` is needed. 0 to 200 characters. */
  text?: string;
  /** Only in the room with this friend, or in this group. */
  with?: string;
  /** `next` of the previous page; empty: the newest entries. */
  before?: string;
  /** 1 to 50; absent: 20. */
  limit?: number;
  /** Only messages of the user with this name; the caller's own name: those of the caller. */
  from?: string;
  /** Only messages of this kind. */
  kind?: MessageKind;
  /** Only messages sent at this time or later. */
  since?: string;
  /** Only messages sent before this time. */
  until?: string;
}

export type MessageKind =
  | "MESSAGE_KIND_UNSPECIFIED"
  /** With neither a poll nor an attachment, but perhaps a link. */
  | "TEXTS"
  /** With a picture. */
  | "PICTURES"
  /** With a voice message. */
  | "VOICES"
  /** With a file of another kind. */
  | "FILES"
  /** With a preview of a link. */
  | "LINKS"
  /** With a place. */
  | "PLACES"
  /** Polls. */
  | "POLLS";

export interface RoomFound {
  messages?: RoomMessage[];
  /** Start of the next page, of older messages; empty on the last page. */
  next?: string;
}

/** Edits a message of the caller, within a time after it was sent. A poll stays as it is. */
export interface RoomEdit {
  with?: string;
  seq?: number;
  /** Must not be blank, unless the message has attachments. 0 to 4,000 characters. */
  text?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Deletes a message of the caller for all members of the room, within a time after it was sent. */
export interface RoomDelete {
  with?: string;
  seq?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Adds or removes the caller's reaction to a message, as `on` says. */
export interface RoomReact {
  with?: string;
  seq?: number;
  /** One emoji. */
  emoji?: string;
  on?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Pins a message, or takes the pin away, as `on` says. In a group with an owner, only the owner takes away what another member has pinned. */
export interface RoomPin {
  with?: string;
  seq?: number;
  on?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns the pinned messages of a conversation that the caller may read, the newest pin first. */
export interface RoomPins {
  /** Username of a friend, or the room of a group. */
  with?: string;
}

export interface RoomPinList {
  room?: string;
  /** Cut as in lists of rooms. At most 100: each member may pin until 20 are readable. */
  messages?: RoomMessage[];
}

/** Votes in a poll: the options replace what the caller has chosen before. None takes that back. */
export interface RoomVote {
  with?: string;
  seq?: number;
  /** The number of an option: 1 is the first. Several only if the poll is `multiple`. */
  options?: number[];
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Closes a poll of the caller: no vote changes any more. */
export interface RoomPollClose {
  with?: string;
  seq?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Sets how long new messages of a room stay: they disappear that long after they were sent, for all members. In a room of two either user sets it; in a group its owner, or any member if it has no owner. */
export interface RoomExpire {
  /** Username of a friend, or the room of a group. */
  with?: string;
  /** Minutes: 5 (`rooms.expireMinutes`) to 129600, which is 90 days; 0: they stay. */
  minutes?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** A member has set how long new messages of a room stay. For all members. */
export interface RoomExpiryChanged {
  expiry?: RoomExpiry;
}

/** A message was edited, deleted, pinned or unpinned, or its reactions or votes changed; the event has its current state. */
export interface RoomMessageChanged {
  message?: RoomMessage;
}

/** Signs this connection in with a token, and sends the events of the inbox after `after`. */
export interface SessionOpen {
  token?: string;
  /** A name for this device, the same in each of its sessions. 1 to 64 characters. */
  device?: string;
  /** The last inbox seq that this device has seen; 0: the whole inbox. Absent: only new events. */
  after?: number;
  /** The epoch that `after` belongs to, from the last session. */
  epoch?: string;
  /** The session is silent: it does not count as presence. */
  silent?: boolean;
  /** Requests the snapshot in any case, not only after a reset. */
  snapshot?: boolean;
}

export interface SessionOpened {
  user?: UserProfile;
  /** Changes when the server's data are restored from a backup: every seq starts over. */
  epoch?: string;
  /** The newest seq of the inbox. */
  top?: number;
  /** The oldest seq that can still be replayed. */
  floor?: number;
  limits?: SessionLimits;
  /** True when `after` could not be honoured (another epoch, or older than the floor): discard the local state and continue from the snapshot; events follow from `top`. */
  reset?: boolean;
  /** The state at `top`. Present after a reset, or when it was requested. */
  snapshot?: SessionSnapshot;
  /** The server's clock, for devices whose own is wrong: messages disappear by the server's. */
  now?: string;
}

export interface SessionLimits {
  /** Largest message accepted, in bytes. */
  messageBytes?: number;
  /** Maximum number of commands that may wait for their answers at once. */
  commandsInFlight?: number;
}

/** Sent before the server closes the connection. */
export interface Bye {
  code?: number;
  reason?: string;
  retryAfter?: string;
}

/** A message from the operator to all connected users. */
export interface Notice {
  text?: string;
}

/** The contents of the user's lists, all at one moment. */
export interface SessionSnapshot {
  friends?: Friends;
  mailbox?: Mailbox;
  rooms?: Rooms;
  activities?: Activities;
  matches?: Matches;
  privacy?: Privacy;
  blocks?: Blocks;
}

/** Acknowledges all events up to `seq`: this device does not need them again. Never moves back. */
export interface SessionAck {
  seq?: number;
}

/** A friend came online or went offline. May be lost: the friends list has the current state. */
export interface Presence {
  user?: string;
  /** Absent: not known yet, shortly after a start of the server. */
  online?: boolean;
  /** When the friend was last online; absent while the friend is online, and when it is not known. */
  lastSeen?: string;
}

/** Several friends came online or went offline at about the same time. */
export interface PresenceDigest {
  presences?: Presence[];
}

/** Something that people attend: a hackathon, a meetup, a conference. */
export interface Gathering {
  /** Its name in URLs; it never changes. */
  number?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** The place, in words. 0 to 200 characters. */
  place?: string;
  /** Degrees north, -90 to 90. Absent, together with `lon`: it has no place on the map. */
  lat?: number;
  /** Degrees east, -180 to 180. */
  lon?: number;
  starts?: string;
  ends?: string;
  /** Path of the picture on this server. Absent: it has none. */
  picture?: string;
  /** A JSON object of further members, as its planners sent it. Absent: none. */
  more?: string;
  attendees?: number;
  projects?: number;
  /** The caller's role. Absent: the caller does not attend. */
  role?: GatheringRole;
  /** Distance from the point in the request, in kilometres. In answers to `gatheringFind` only. */
  distance?: number;
  /** The company for which the caller attends. Absent: none. */
  company?: string;
}

export type GatheringRole =
  | "NOT_ATTENDING"
  | "ATTENDEE"
  /** May change and delete the gathering, its roles and its projects. Also an attendee. */
  | "PLANNER"
  /** Helps the planners: may change the gathering and its projects, and remove attendees. Also an attendee. */
  | "COORDINATOR"
  /** Attends for a company, and may read the documents that attendees have opened to companies. */
  | "COMPANY";

/** Creates a gathering. The caller becomes its planner. */
export interface GatheringCreate {
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** 0 to 200 characters. */
  place?: string;
  /** Degrees north, -90 to 90, together with `lon`. */
  lat?: number;
  /** Degrees east, -180 to 180. */
  lon?: number;
  starts?: string;
  /** In the future, and at most 60 days after `starts`. */
  ends?: string;
  /** A JSON object of at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Updates a gathering. Absent fields stay unchanged. For planners and coordinators. */
export interface GatheringUpdate {
  number?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** 0 to 200 characters. */
  place?: string;
  /** Degrees north, -90 to 90, together with `lon`. */
  lat?: number;
  /** Degrees east, -180 to 180. */
  lon?: number;
  starts?: string;
  /** At most 60 days after `starts`. */
  ends?: string;
  /** A JSON object of at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** Removes the place on the map. */
  nowhere?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Deletes a gathering, with its projects and all swipes. For planners. */
export interface GatheringDelete {
  number?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns one gathering. */
export interface GatheringRead {
  number?: number;
}

/** Lists gatherings that have not ended: around a point (`lat`, `lon`, `radius`), in a box (`south`, `west`, `north`, `east`), or everywhere.  Around a point, ordered by distance; otherwise by start. */
export interface GatheringFind {
  /** Degrees north, -90 to 90. */
  lat?: number;
  /** Degrees east, -180 to 180. */
  lon?: number;
  /** Kilometres, above 0 to 500. Absent: 50. */
  radius?: number;
  /** Degrees north. A box is at most 10 degrees high. */
  south?: number;
  /** Degrees east. With `west` above `east` the box crosses the date line. */
  west?: number;
  north?: number;
  east?: number;
  /** Only those that end after this. */
  from?: string;
  /** Only those that start before this. */
  until?: string;
  /** `next` of the previous page; empty: the first page. */
  after?: string;
}

/** Lists the gatherings that the caller attends or plans, newest first. */
export interface GatheringList {
  /** `next` of the previous page; empty: the first page. */
  after?: string;
}

export interface Gatherings {
  /** At most 50. */
  gatherings?: Gathering[];
  /** Empty on the last page. */
  next?: string;
  /** Whether the search was cut off: a smaller box or radius finds the others. */
  partial?: boolean;
}

/** Attends a gathering. */
export interface GatheringJoin {
  number?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Stops attending a gathering, and leaves its projects. The only planner cannot leave. */
export interface GatheringLeave {
  number?: number;
  /** Absent: the caller. Planners may name any other user, coordinators only attendees without another role. */
  username?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Gives an attendee another role. For planners; the last planner keeps the role. */
export interface GatheringGrant {
  number?: number;
  username?: string;
  role?: GatheringRole;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** The company for which a COMPANY attends. Absent with any other role. 1 to 100 characters. */
  company?: string;
}

/** Lists the attendees of a gathering. For its attendees. */
export interface GatheringPeople {
  number?: number;
  /** `next` of the previous page; 0: the first page. */
  after?: number;
}

export interface Attendees {
  /** At most 50, by the numbers of their profiles. */
  attendees?: Attendee[];
  /** 0 on the last page. */
  next?: number;
}

export interface Attendee {
  profile?: TeamProfile;
  role?: GatheringRole;
  /** The company for which the user attends. Absent: none. */
  company?: string;
  /** Documents that the user has opened to companies. For a COMPANY only. */
  documents?: TeamDocument[];
}

/** A user as a possible teammate. */
export interface TeamProfile {
  user?: UserProfile;
  /** Its name in URLs; it never changes. */
  number?: number;
  /** Skills of the catalogue, in its order. */
  skills?: string[];
  /** 0 to 2,000 characters. */
  text?: string;
  /** Contact for teammates. Absent for other users. */
  contact?: string;
  /** Path of this profile's picture on this server. Absent: use `user.avatar`. */
  picture?: string;
  /** A JSON object of further members, as the user sent it. Absent: none. */
  more?: string;
  /** Whether this profile appears in the decks of projects. */
  open?: boolean;
  /** Whether companies at the same gathering may read the documents of this profile. Visible to the user only. */
  openToCompanies?: boolean;
}

/** Creates or updates the caller's profile. Absent fields stay unchanged. */
export interface TeamProfileSet {
  /** Replaces all skills: at most 20 of the catalogue. */
  skills?: SkillSet;
  /** 0 to 2,000 characters. */
  text?: string;
  /** Only teammates see it. 0 to 200 characters. */
  contact?: string;
  /** A JSON object of at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** Whether the profile appears in the decks of projects. True by default. */
  open?: boolean;
  /** Takes effect only if the caller's profile has this number. */
  number?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** Whether companies at the same gathering may read the caller's documents. False by default. */
  openToCompanies?: boolean;
}

export interface SkillSet {
  skills?: string[];
}

/** Returns a profile: the caller's, or that of a user who attends the same gathering. */
export interface TeamProfileRead {
  /** Absent, together with `number`: the caller's. */
  username?: string;
  number?: number;
}

/** Deletes the caller's profile: leaves all projects and gatherings, and deletes all swipes. */
export interface TeamProfileDelete {
  /** Takes effect only if the caller's profile has this number. */
  number?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** The kind of a document of a profile. A profile has at most one of each. */
export type DocumentKind =
  | "NO_DOCUMENT"
  | "RESUME"
  | "TRANSCRIPT";

/** The entry of a document of a profile in a list. The file itself is at /hinder/users/NUMBER/documents/KIND. */
export interface TeamDocument {
  kind?: DocumentKind;
  /** "application/pdf" or "text/plain; charset=utf-8". */
  contentType?: string;
  /** Size in bytes. */
  bytes?: number;
  /** When it was uploaded. */
  at?: string;
}

/** Lists the documents of a profile: the caller's own, or those that the caller may read. */
export interface TeamDocumentList {
  /** Absent, together with `number`: the caller's. */
  username?: string;
  number?: number;
}

export interface TeamDocuments {
  documents?: TeamDocument[];
}

/** Lists the skills of the catalogue, for users and projects. */
export interface SkillList {
}

export interface Skills {
  skills?: string[];
}

/** A project of a team at a gathering. */
export interface Project {
  /** Its name in URLs; it never changes. */
  number?: number;
  /** The number of its gathering. */
  gathering?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** Maximum number of members, including the owner. */
  capacity?: number;
  /** Number of members. */
  size?: number;
  /** Skills that the project looks for, in the order of the catalogue. */
  skills?: string[];
  /** Path of the picture on this server. Absent: it has none. */
  picture?: string;
  /** A JSON object of further members, as the owner sent it. Absent: none. */
  more?: string;
  /** The caller's role. Absent: the caller is not a member. */
  role?: TeamRole;
  /** Ordered by join time. Only in answers to commands about this one project. */
  members?: TeamMember[];
  /** The room of the team, "#17", as in commands on rooms. Absent: the project has only one member, or the caller is not a member. Only in answers to commands about this one project. */
  room?: string;
}

export interface TeamMember {
  user?: UserProfile;
  /** The number of the profile. */
  number?: number;
  role?: TeamRole;
  since?: string;
}

export type TeamRole =
  | "NO_MEMBER"
  | "MEMBER"
  /** A member who also swipes for the project. */
  | "RECRUITER"
  /** A recruiter who also changes the project. There is exactly one. */
  | "OWNER";

/** Creates a project at a gathering that the caller attends. The caller becomes its owner. */
export interface ProjectCreate {
  gathering?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** Maximum number of members, including the owner: 1 to 50. Absent: 5. */
  capacity?: number;
  /** At most 20 skills of the catalogue. */
  skills?: string[];
  /** A JSON object of at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Updates a project. Absent fields stay unchanged. For the owner, the planners and the coordinators. */
export interface ProjectUpdate {
  number?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** From the current number of members to 50. A larger capacity admits matched users who wait for a place. */
  capacity?: number;
  /** Replaces all skills: at most 20 of the catalogue. */
  skills?: SkillSet;
  /** A JSON object of at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Deletes a project and all swipes for it and by it. For the owner, the planners and the coordinators. */
export interface ProjectDelete {
  number?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns one project. */
export interface ProjectRead {
  number?: number;
}

/** Lists the projects of a gathering, or those of which the caller is a member, newest first. */
export interface ProjectList {
  /** The number of a gathering. Absent: the caller's own projects at all gatherings. */
  gathering?: number;
  /** `next` of the previous page; 0: the first page. */
  after?: number;
}

export interface Projects {
  /** At most 50. */
  projects?: Project[];
  /** 0 on the last page. */
  next?: number;
}

/** Leaves a project. When the owner leaves, the longest-standing recruiter becomes the owner, or else the longest-standing member. When the last member leaves, the project is deleted. */
export interface ProjectLeave {
  number?: number;
  /** Absent: the caller. Another member: for the owner, the planners and the coordinators. */
  username?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Gives a member another role. For the owner, who becomes a recruiter by making another member the owner. */
export interface ProjectGrant {
  number?: number;
  username?: string;
  role?: TeamRole;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Swipes a project for the caller, or a user for a project. When both sides have swiped to the right, the user joins.  A repeated swipe in the same direction changes nothing. A change of direction is allowed three times for each pair and side, an hour apart; otherwise the answer is TOO_LATE or RATE_LIMITED. When both sides want it and the project is full, the answer is LIST_FULL, and the user joins when a place is free. */
export interface SwipeSet {
  /** The number of the project. */
  project?: number;
  /** The user whom the project swipes; for its owner and recruiters. Absent: the caller swipes the project. */
  username?: string;
  /** Instead of `username`: the number of the profile. The caller's own number is the same as absent. */
  profile?: number;
  /** Whether the swipe is to the right. */
  approve?: boolean;
  /** The number of a gathering: takes effect only if the project is at it. Absent: any gathering. */
  gathering?: number;
}

/** One side's swipe. */
export interface Swipe {
  /** The number of the project. */
  project?: number;
  user?: UserProfile;
  /** The number of the user's profile. */
  profile?: number;
  /** True: the project swiped the user. False: the user swiped the project. */
  byProject?: boolean;
  /** Whether the swipe was to the right. */
  approve?: boolean;
  /** Whether both sides swiped to the right. */
  mutual?: boolean;
  /** Whether the user is a member. */
  joined?: boolean;
  /** Number of changes of this swipe that remain. */
  changes?: number;
  at?: string;
}

/** Returns a swipe: the caller's on a project, or a project's on a user. */
export interface SwipeRead {
  /** The number of the project. */
  project?: number;
  /** The user whom the project swiped; for its owner and recruiters. Absent: the caller's own swipe. */
  username?: string;
  /** Instead of `username`: the number of the profile. */
  profile?: number;
}

/** Lists swipes, newest first: the caller's own, or those of a project, for its owner and recruiters. */
export interface SwipeList {
  /** The number of a project. Absent: the caller's own swipes. */
  project?: number;
  /** The number of a gathering: only swipes at it. Absent: at all gatherings. */
  gathering?: number;
  /** Only those where both sides swiped to the right. */
  mutual?: boolean;
  /** `next` of the previous page; empty: the first page. */
  after?: string;
}

export interface Swipes {
  /** At most 50. */
  swipes?: Swipe[];
  /** Empty on the last page. */
  next?: string;
}

/** Withdraws a swipe, as if it had not been made; it still counts as a change. A member stays a member. */
export interface SwipeDrop {
  /** The number of the project. */
  project?: number;
  /** The user whom the project swiped; for its owner and recruiters. Absent: the caller's own swipe. */
  username?: string;
  /** Instead of `username`: the number of the profile. */
  profile?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Lists a deck: a gathering's projects for the caller, or its attendees for a project.  Ordered by the number of skills in common, most first. It leaves out what was swiped already. */
export interface DeckRead {
  /** The number of a gathering: lists its projects for the caller, who attends it. Otherwise `project`. */
  gathering?: number;
  /** The number of a project: lists attendees, for its owner and recruiters. */
  project?: number;
  /** 1 to 50. Absent: 50. */
  limit?: number;
  /** `next` of the previous page; empty: the first page. */
  after?: string;
}

export interface Deck {
  /** The most skills in common first. */
  cards?: DeckCard[];
  /** Empty on the last page. */
  next?: string;
}

export interface DeckCard {
  project?: Project;
  profile?: TeamProfile;
  /** Number of skills in common. */
  shared?: number;
}

/** Both sides have swiped to the right, but the project is full: the user joins when a place is free. For the user, and for those who swipe for the project. */
export interface TeamMatched {
  /** The number of the project. */
  project?: number;
  title?: string;
  /** The number of the gathering. */
  gathering?: number;
  user?: UserProfile;
}

/** A user joined or left a project, or has another role in it. For all members and the user. */
export interface TeamChanged {
  /** The number of the project. */
  project?: number;
  title?: string;
  /** The number of the gathering. */
  gathering?: number;
  user?: UserProfile;
  /** Absent when the user left. */
  role?: TeamRole;
  /** Number of members now. */
  size?: number;
  /** Username of the user who removed the user or gave the role. Absent: the user left, or joined by a swipe. */
  by?: string;
}

/** A project was deleted. For its members. */
export interface ProjectDeleted {
  number?: number;
  title?: string;
  /** The number of the gathering. */
  gathering?: number;
}

/** A gathering was deleted, with its projects. For its former attendees. */
export interface GatheringDeleted {
  number?: number;
  title?: string;
}

/** The recipient's role at a gathering changed, or a planner or a coordinator removed the recipient. */
export interface GatheringGranted {
  number?: number;
  title?: string;
  /** Absent: the recipient no longer attends. */
  role?: GatheringRole;
  /** Username of the planner or the coordinator. Absent: the role fell to the recipient. */
  by?: string;
  /** The company for which the user attends. Absent: none. */
  company?: string;
}

/** Looks a word up in the dictionary. */
export interface WordRead {
  /** 1 to 60 characters. */
  word?: string;
  /** ISO 639: "en". Absent: the language of the caller's settings. */
  language?: string;
  /** Returns a random word instead. */
  random?: boolean;
}

export interface WordEntry {
  word?: string;
  language?: string;
  /** The most frequent first. */
  senses?: WordSense[];
  /** 1 (rare) to 7 (in every second sentence). */
  frequency?: number;
  /** The level whose games use it, 1 to 5; absent: it is too rare for games. */
  level?: number;
  /** Its pronunciation in the International Phonetic Alphabet. Absent: unknown to this server. */
  ipa?: string;
}

/** One meaning of a word. */
export interface WordSense {
  /** "noun", "verb", "adjective" or "adverb". */
  part?: string;
  /** Its category: "noun.animal". */
  category?: string;
  definition?: string;
  examples?: string[];
  synonyms?: string[];
}

/** Lists words that begin with a prefix, in alphabetical order. */
export interface WordFind {
  /** 1 to 60 characters. */
  prefix?: string;
  /** Absent: the language of the caller's settings. */
  language?: string;
  /** `next` of the previous page; absent: the first page. */
  after?: string;
}

export interface WordList {
  /** At most 50. */
  words?: string[];
  /** Absent on the last page. */
  next?: string;
}

/** Returns the sound of a word. */
export interface WordAudio {
  /** 1 to 60 characters. */
  word?: string;
  /** Absent: the language of the caller's settings. */
  language?: string;
}

export interface WordSound {
  /** Absent for a round that asks for the word. */
  word?: string;
  language?: string;
  contentType?: string;
  audio?: string;
}

/** Lists the languages whose words this server has. */
export interface WordLanguageList {
}

export interface WordLanguages {
  languages?: WordLanguage[];
}

export interface WordLanguage {
  /** ISO 639: "en". */
  language?: string;
  /** The categories of its words: "noun.animal". */
  categories?: string[];
  /** The games with its words. */
  games?: WordGame[];
}

/** Draws a random word of the caller's level and category, for learning. It counts as seen once more. */
export interface WordDraw {
  /** Absent: the language of the caller's settings. */
  language?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

export interface WordDrawn {
  entry?: WordEntry;
  /** How often the caller has seen it, including this time. */
  seen?: number;
}

/** Sends a word with its first definition to a friend, or to a group. */
export interface WordShare {
  /** 1 to 60 characters. */
  word?: string;
  /** Absent: the language of the caller's settings. */
  language?: string;
  /** The friend's username, or a group's room. */
  to?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns the caller's settings for words. */
export interface WordSettingsRead {
}

export interface WordSettings {
  /** ISO 639: "en". */
  language?: string;
  /** 1 (frequent words) to 5 (rare ones). */
  level?: number;
  /** Only words of this category: "noun.animal". Absent: any category. */
  category?: string;
  /** Whether the user is notified when a new day's challenge begins. */
  notify?: boolean;
  /** Offset of the user's clock from UTC in minutes, east positive. It decides when the user's days begin. */
  zone?: number;
}

/** Updates the caller's settings for words. Absent fields stay unchanged. */
export interface WordSettingsSet {
  language?: string;
  /** 1 to 5. */
  level?: number;
  /** Empty: any category. */
  category?: string;
  notify?: boolean;
  /** -720 to 840. */
  zone?: number;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** Returns the results of the caller, or of a friend. */
export interface WordProfileRead {
  /** Absent: the caller. */
  username?: string;
}

export interface WordProfile {
  user?: UserProfile;
  /** Number of games won or lost. */
  gamesCount?: number;
  /** Number of games won since the last loss. */
  streakCount?: number;
  /** The longest series of wins, times 100. */
  highScore?: number;
  /** Number of favourite words. */
  favourites?: number;
  /** Number of words seen. */
  seen?: number;
  /** In the order of the games; only games that were played. */
  scores?: WordScore[];
  /** The rating over all games. */
  rating?: number;
  /** Time of the first word seen or played, or of the first setting; absent: never. */
  createdAt?: string;
  updatedAt?: string;
}

/** A user's results in one game. */
export interface WordScore {
  game?: WordGame;
  /** Number of games won or lost. */
  played?: number;
  /** Number of games won. */
  solved?: number;
  /** A win raises it by the level of the game. */
  score?: number;
}

/** Adds a word to the caller's favourites, or removes it. */
export interface WordFavouriteSet {
  /** 1 to 60 characters. */
  word?: string;
  /** Absent: the language of the caller's settings. */
  language?: string;
  on?: boolean;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

export interface WordFavourite {
  word?: string;
  language?: string;
  /** Whether the word is a favourite. */
  on?: boolean;
  at?: string;
}

/** Lists the caller's favourites, in alphabetical order. */
export interface WordFavouriteList {
  /** Absent: the language of the caller's settings. */
  language?: string;
  /** `next` of the previous page; absent: the first page. */
  after?: string;
}

export interface WordFavourites {
  /** At most 100. */
  favourites?: WordFavourite[];
  /** Absent on the last page. */
  next?: string;
}

/** Lists the words that the caller has seen, in alphabetical order. */
export interface WordSeenList {
  /** Absent: the language of the caller's settings. */
  language?: string;
  /** `next` of the previous page; absent: the first page. */
  after?: string;
}

export interface WordSeenPage {
  /** At most 200. */
  words?: WordSeen[];
  /** Absent on the last page. */
  next?: string;
}

export interface WordSeen {
  word?: string;
  language?: string;
  /** How often the caller has seen it. */
  count?: number;
}

export type WordGame =
  | "WORD_GAME_UNSPECIFIED"
  /** A word, with four definitions to choose from. */
  | "CHOOSE_DEFINITION"
  /** A definition, with four words to choose from. */
  | "CHOOSE_WORD"
  /** An example with a gap for the word, and four words to choose from. */
  | "FILL_GAP"
  /** A word to write after hearing it. */
  | "SPELL"
  /** A word to say after reading it. */
  | "SPEAK";

/** Starts a round: of a game, of the day's challenge, or of a duel. While a round of it is open, the answer is that round, on every device. */
export interface WordPlay {
  /** Absent for the day's challenge, and for a duel. */
  game?: WordGame;
  /** The next round of the day's challenge. */
  daily?: boolean;
  /** The next round of this duel. */
  duel?: number;
  /** Absent: the language of the caller's settings. A duel has its own. */
  language?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
}

/** A question with one right answer, which the server keeps secret until the round is answered. */
export interface WordRound {
  round?: string;
  game?: WordGame;
  language?: string;
  /** 1 to 5. */
  level?: number;
  /** The word, or a text about it in which "____" replaces it. */
  prompt?: string;
  /** "noun", "verb", "adjective" or "adverb". */
  part?: string;
  /** Four choices; none in games of writing or speaking. */
  choices?: string[];
  /** Path of the sound of the word, in games of hearing. */
  audio?: string;
  /** A round without an answer by this time is lost. */
  expiresAt?: string;
  contest?: WordContest;
}

/** The challenge or duel that a round belongs to. */
export interface WordContest {
  /** Day of the challenge: "2027-05-20"; absent: a duel. */
  day?: string;
  /** Number of the duel; absent: the day's challenge. */
  duel?: number;
  /** Number of the round, from 1. */
  number?: number;
  /** Number of rounds. */
  count?: number;
}

/** Answers a round with one of the choices, or with a text if there are none. Without either, the round is lost; with `failed` instead, it is void. */
export interface WordAnswer {
  round?: string;
  /** 1 to 4. */
  choice?: number;
  /** 0 to 60 characters. */
  text?: string;
  /** A command repeated with the same cid takes effect once. 1 to 64 bytes. */
  cid?: string;
  /** The device could not show the round, play it or record an answer. The round does not count, and `wordPlay` asks the same question again. */
  failed?: boolean;
}

/** Returns the sound of the word of a round, in games of hearing. */
export interface WordRoundAudio {
  round?: string;
}

/** The result of a round. Each round has one, whichever device sent the answer. */
export interface WordResult {
  round?: string;
  game?: WordGame;
  language?: string;
  /** 1 to 5. */
  level?: number;
  won?: boolean;
  /** True when no answer came in time. */
  expired?: boolean;
  /** The device failed: the round is neither won nor lost, and its answer stays secret. */
  failed?: boolean;
  /** The right answer. */
  word?: string;
  /** Its number among the choices, from 1; absent if there are none. */
  choice?: number;
  /** The user's answer; absent: none. */
  answer?: string;
  /** The definition of the word. */
  definition?: string;
  contest?: WordContest;
  /** The new values of the profile: this field and the next two. */
  gamesCount?: number;
  streakCount?: number;
  highScore?: number;
  /** The new score of this game. */
  score?: number;
}

/** Returns the state of a round of the caller, until one day after its end. */
export interface WordRoundRead {
  round?: string;
}

export interface WordRoundState {
  /** The round is open. */
  open?: WordRound;
  result?: WordResult;
}

/** Returns the challenge of the current day at the caller's place. */
export interface WordDailyRead {
  /** Absent: the language of the caller's settings. */
  language?: string;
}

export interface WordDaily {
  /** "2027-05-20". */
  day?: string;
  language?: string;
  /** Number of rounds. All users have the same words. */
  count?: number;
  /** Number of finished rounds, and how many of them were won. */
  played?: number;
  solved?: number;
  /** When the next round may start; absent when it may start now. */
  nextAt?: string;
  /** Results of friends who have also finished this day's challenge; present only after the caller has finished it. The best first, at most 200. */
  friends?: WordDailyFriend[];
}

export interface WordDailyFriend {
  user?: UserProfile;
  solved?: number;
}

/** Lists the caller's duels, newest first. */
export interface WordDuelList {
  /** `next` of the previous page; absent: the newest entries. */
  before?: number;
}

export interface WordDuels {
  /** At most 50. */
  duels?: WordDuel[];
  /** Absent on the last page. */
  next?: number;
}

/** A duel: two friends play the same rounds. */
export interface WordDuel {
  number?: number;
  with?: UserProfile;
  language?: string;
  /** Number of rounds. */
  count?: number;
  /** When it ends, even if rounds are left. */
  until?: string;
  /** Number of the user's own finished rounds, and how many of them were won. */
  played?: number;
  solved?: number;
  /** The same for the friend; only after the end of the duel. */
  theirPlayed?: number;
  theirSolved?: number;
  outcome?: WordDuelOutcome;
}

export type WordDuelOutcome =
  /** The duel is not over. */
  | "WORD_DUEL_OPEN"
  /** The user has won more rounds than the friend. */
  | "WORD_DUEL_WON"
  | "WORD_DUEL_LOST"
  | "WORD_DUEL_EVEN"
  /** The two are no longer friends. */
  | "WORD_DUEL_CALLED_OFF";

/** The assessment of a recording of a word. */
export interface WordSpoken {
  word?: string;
  language?: string;
  /** Whether the recording was recognised as this word. */
  right?: boolean;
  /** Quality of the pronunciation: 0 to 100. */
  score?: number;
  progress?: WordSpeech;
}

/** Lists the caller's results in saying words, in alphabetical order. */
export interface WordSpeechList {
  /** Absent: the language of the caller's settings. */
  language?: string;
  /** `next` of the previous page; absent: the first page. */
  after?: string;
}

export interface WordSpeechPage {
  /** At most 100. */
  words?: WordSpeech[];
  /** Absent on the last page. */
  next?: string;
}

export interface WordSpeech {
  word?: string;
  language?: string;
  /** Number of attempts, and how many of them were right. */
  tries?: number;
  right?: number;
  /** The best and the last score: 0 to 100. */
  best?: number;
  last?: number;
  at?: string;
}

/** A new day has begun at the recipient's place, and its challenge may be played. */
export interface WordDailyReady {
  /** "2027-05-20". */
  day?: string;
  language?: string;
}

/** A friend has finished the day's challenge that the recipient has finished, too. */
export interface WordDailyShown {
  day?: string;
  language?: string;
  friend?: WordDailyFriend;
}
