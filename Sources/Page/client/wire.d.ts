// Written by Packaging/page/wire.py from proto/: change those files.

/** What others see of a person. */
export interface UserProfile {
  /** ^[a-z][a-z0-9_]{2,19}$ */
  username?: string;
  /** Free text. 1 to 40 characters. */
  displayName?: string;
  /** Where the picture lies on this server: "/avatars/...". What it names never changes. */
  avatar?: string;
}

/** Makes an account and signs in on this device: answered with a token. */
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
  /** Makes a profile as a language partner with the account, which then needs no e-mail. */
  speaker?: SpeakerSet;
  /** The device is another person's: the log-in is short, and gets no notifications. */
  guest?: boolean;
}

/** Signs in on this device: answered with a token. */
export interface AccountLogin {
  /** Username or e-mail. */
  login?: string;
  password?: string;
  /** A name for this device. 1 to 64 characters. */
  device?: string;
  /** Where the account has a second factor: six digits of the authenticator, or a recovery code. */
  code?: string;
  /** The device is another person's: the log-in is short, and gets no notifications. */
  guest?: boolean;
}

/** Forgets the token of this session; the socket stays and may sign in as somebody else. */
export interface AccountLogout {
}

/** Asks for another token in place of this session's: answered with it. The old one is good until the new one is first used, and for a minute afterwards; whoever comes with it later is taken for a thief of one of the two, and this log-in ends. Without a cid: if the answer is lost, ask again. */
export interface TokenRenew {
}

/** One's own account. */
export interface AccountRead {
}

export interface AccountOpened {
  user?: UserProfile;
  email?: string;
  /** Only after registration, log-in and `tokenRenew`: keep it secret, it is the key to the account. */
  token?: string;
  /** Whether its owner has proven that mail to the address arrives. Absent on a server that sends none. */
  emailVerified?: boolean;
  /** The profile as a language partner, if there is one. Only where the token is. */
  speaker?: Speaker;
  /** What the outside identity says of its owner, to fill in a profile with. Only after `identityLogin`. */
  identity?: IdentityProfile;
}

/** What an issuer says of somebody. The server stores none of it, but the name and address of a new account. */
export interface IdentityProfile {
  /** Absent, as the others are: the issuer does not say. 0 to 200 characters. */
  name?: string;
  /** An e-mail address or telephone number that the issuer has verified. */
  contact?: string;
  /** In whole years. */
  age?: number;
  /** Where a picture is: an https address at the issuer's or another site. The server does not fetch it. 0 to 2,048 bytes. */
  picture?: string;
}

/** That it is really the owner who asks, for what a stolen token must not be enough for. One of both. */
export interface Proof {
  password?: string;
  /** A fresh ID token of an identity that is linked to the account, and its issuer's name. */
  issuer?: string;
  idToken?: string;
  /** Where the account has a second factor: six digits of the authenticator, or a recovery code. */
  code?: string;
}

/** Proves that it is really the owner who asks. For 15 minutes this log-in may do what needs a recent proof: PROOF_NEEDED. A log-in begins with such a time. */
export interface AccountProve {
  proof?: Proof;
}

/** Changes what is present, and leaves the rest. */
export interface AccountUpdate {
  /** 1 to 40 characters. */
  displayName?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Sets the password, and voids every other token of the account. An outside identity that is linked still opens it: the answer says which, so that who changed the password can unlink what is not theirs. */
export interface PasswordChange {
  proof?: Proof;
  /** 8 to 128 bytes. */
  password?: string;
}

/** What opens my account, or where I am reached, was changed on one of my devices. Whoever has not done that acts: `identityUnlink`, `passwordChange`, `deviceRevoke`. */
export interface AccountChanged {
  change?: AccountChange;
  /** Where it was done, by the name that was given at log-in. */
  device?: string;
  /** Whose identity it was. */
  issuer?: string;
}

export type AccountChange =
  | "ACCOUNT_CHANGE_UNSPECIFIED"
  | "PASSWORD_CHANGED"
  | "EMAIL_CHANGED"
  /** From now on an outside identity opens the account, too. */
  | "IDENTITY_LINKED"
  | "IDENTITY_UNLINKED"
  /** Somebody logged in with the right password from a network that is new to the account. */
  | "NEW_NETWORK"
  /** There were so many wrong passwords from new networks that no more are looked at for a while. */
  | "FAILED_ATTEMPTS"
  /** Somebody came with a token that another one had replaced: there is a copy of one of the two. The log-in on that device has ended. */
  | "TOKEN_REUSED"
  /** The account has as many log-ins as it may have: for a new one the log-in on that device has ended, which was the one that was not used for the longest time. */
  | "TOO_MANY_LOGINS"
  /** Somebody set another password with a code that was mailed to the account's address. */
  | "PASSWORD_RECOVERED"
  /** Somebody confirmed the address with a code that was mailed to it. */
  | "EMAIL_VERIFIED"
  /** From now on a log-in needs a code of an authenticator, too. */
  | "SECOND_FACTOR_SET"
  | "SECOND_FACTOR_DROPPED"
  | "RECOVERY_CODES_RENEWED"
  /** Somebody logged in, or proved to be the owner, with a recovery code instead of the authenticator. */
  | "RECOVERY_CODE_USED"
  /** Somebody has the right password and gave wrong codes: no more are looked at for a while. */
  | "WRONG_CODES";

/** Changes the account's e-mail address. A confirmed address stays until the new one is confirmed. */
export interface EmailChange {
  proof?: Proof;
  email?: string;
}

/** Asks for a code by mail, to the account's address or to the one that it is about to be changed to. */
export interface EmailProve {
}

/** Confirms an address with the code that was mailed to it. From then on it belongs to this account alone, and opens it. */
export interface EmailConfirm {
  /** In any case of letters; blanks and hyphens do not count. */
  code?: string;
}

export interface EmailStanding {
  /** Where the code was sent, or the address that is confirmed. */
  email?: string;
  verified?: boolean;
}

/** Asks for a code to set another password with, by mail to the account's confirmed address. The answer is the same whether there is such an account or not. */
export interface PasswordForgot {
  /** Username or e-mail. */
  login?: string;
}

/** Sets another password with a mailed code, and voids every token of the account. Log in afterwards. */
export interface PasswordRecover {
  login?: string;
  code?: string;
  /** 8 to 128 bytes. */
  password?: string;
}

/** At once nobody finds the account any more, and it ends every session; everything that it has left is erased within 24 hours. */
export interface AccountDelete {
  proof?: Proof;
}

/** A friend of mine, or I on some device, has another name or picture. */
export interface ProfileChanged {
  user?: UserProfile;
}

/** Begins to sign in with an outside identity, or to prove who one is with it. */
export interface IdentityBegin {
  /** Its name in the server's configuration. */
  issuer?: string;
}

export interface IdentityChallenge {
  /** To be put into the request to the issuer, so that the token is good for this server and once. */
  nonce?: string;
  expiresAt?: string;
  /** The issuer's own address, and by which name it knows this server. */
  issuer?: string;
  clientId?: string;
}

/** Signs in with an ID token. The first time it makes an account, and needs a username for it: USERNAME_NEEDED. */
export interface IdentityLogin {
  issuer?: string;
  idToken?: string;
  device?: string;
  username?: string;
  /** Absent: the token's name, or else the username. */
  displayName?: string;
  /** Absent: the one that the issuer vouches for. */
  email?: string;
  /** Where the account has a second factor: six digits of the authenticator, or a recovery code. */
  code?: string;
  /** The device is another person's: the log-in is short, and gets no notifications. */
  guest?: boolean;
}

/** From now on the identity opens this account, too. */
export interface IdentityLink {
  proof?: Proof;
  issuer?: string;
  idToken?: string;
}

/** The account must keep a way in: a password, or another identity of an issuer that is trusted. */
export interface IdentityUnlink {
  proof?: Proof;
  issuer?: string;
}

/** The outside identities that open this account, and the issuers that this server trusts. */
export interface IdentityList {
}

export interface Identities {
  identities?: LinkedIdentity[];
  /** Every issuer that one may sign in with here. */
  issuers?: string[];
}

export interface LinkedIdentity {
  issuer?: string;
  since?: string;
  /** Only in what is kept of me: where the issuer was when it was linked, and what it calls me. */
  address?: string;
  subject?: string;
}

/** Whether log-ins need a code of an authenticator, too. */
export interface SecondFactorRead {
}

export interface SecondFactor {
  on?: boolean;
  /** Absent: it is off. */
  since?: string;
  /** How many recovery codes are left. */
  recoveryCodes?: number;
}

/** Begins to set up an authenticator. Nothing changes before `secondFactorConfirm`; one that is in use stays until then. */
export interface SecondFactorBegin {
  proof?: Proof;
}

/** For an authenticator app: keep it nowhere else. Source: RFC 6238 with SHA-1, 30 s and six digits. */
export interface SecondFactorSecret {
  /** 160 bits, in 32 characters of base32. */
  secret?: string;
  /** The same as an `otpauth` URI, of which apps take a QR code. */
  uri?: string;
  /** It has to be confirmed until then. */
  expiresAt?: string;
}

/** Sets the authenticator that was begun, by a code of it. */
export interface SecondFactorConfirm {
  /** Six digits; blanks do not count. */
  code?: string;
}

/** Each is good once, in place of the authenticator's code. They are shown only now. */
export interface RecoveryCodes {
  codes?: string[];
}

/** Log-ins need no code any more. */
export interface SecondFactorDrop {
  proof?: Proof;
}

/** Makes ten new recovery codes; the old ones are void. */
export interface RecoveryCodesRenew {
  proof?: Proof;
}

/** The catalogue in its order, with my own states. */
export interface ActivityList {
}

export interface Activities {
  activities?: ActivityState[];
}

export interface ActivityState {
  activity?: string;
  title?: string;
  on?: boolean;
  /** When it turns itself off. */
  expiresAt?: string;
  /** One or more characters to be shown beside the title. */
  icon?: string;
  /** It meets every other activity. */
  wildcard?: boolean;
  /** How long it stays on. */
  lifetime?: string;
}

/** Sets, never flips: repeating it changes nothing but the expiry. */
export interface ActivitySet {
  activity?: string;
  on?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** For which friends an activity of mine is meant; all of them until I say otherwise. */
export interface AudienceList {
  activity?: string;
}

export interface Audience {
  activity?: string;
  friends?: AudienceMember[];
  /** Whether it is meant for friends to come, too; it is until I say otherwise. */
  newcomers?: boolean;
}

export interface AudienceMember {
  user?: UserProfile;
  selected?: boolean;
}

/** Answered with the audience's one member that it concerns. */
export interface AudienceSelect {
  activity?: string;
  friend?: string;
  selected?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Changes the audience in one step. Answered with the audience without its members. */
export interface AudienceSet {
  activity?: string;
  /** Friends it is meant for from now on, by username, and friends it is not. */
  add?: string[];
  drop?: string[];
  /** Whether it is meant for everybody else, and for whoever becomes a friend from now on; absent: they stay as they are. */
  others?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** The newest 500 at most. */
export interface MatchList {
  order?: MatchOrder;
  /** Also those that are over, of the last 30 days. */
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
  /** Absent while it lasts. */
  until?: string;
}

/** My own toggle changed: by me on some device, or by its expiry. */
export interface ActivityChanged {
  activity?: string;
  on?: boolean;
  expiresAt?: string;
  /** True when nobody turned it off: its time was over. */
  expired?: boolean;
}

/** For whom an activity of mine is meant was changed, on some device: `audienceList` has it. */
export interface AudienceChanged {
  activity?: string;
}

/** A friend and I are up for the same thing, right now. */
export interface Match {
  activity?: string;
  with?: UserProfile;
}

/** It is over: one of the two turned it off and left it off for the time of grace. */
export interface MatchEnded {
  activity?: string;
  with?: string;
}

/** My own toggle is about to turn itself off: set it again to stay up for it. */
export interface ActivityEnding {
  activity?: string;
  expiresAt?: string;
}

/** Why there is a match with a friend, or why not, as far as I may know. */
export interface MatchWhy {
  friend?: string;
  activity?: string;
}

export interface MatchReason {
  matched?: boolean;
  /** While it is matched. */
  since?: string;
  /** What I can do about it myself, each once; all of it, when there are several. */
  obstacles?: MatchObstacle[];
}

export type MatchObstacle =
  | "MATCH_OBSTACLE_UNSPECIFIED"
  /** I am not up for it. */
  | "NOT_ON"
  /** It is not meant for this friend: I have left them out. */
  | "NOT_MEANT"
  /** Nothing on my side: more than that nobody may know of a friend. */
  | "THEIR_SIDE";

/** What I and my friends did: pages of 10, the newest first. */
export interface CircleList {
  /** The id of the last post that is known; empty: from the newest on. */
  before?: string;
  /** 1 to 50; absent: 10. */
  limit?: number;
}

export interface CirclePage {
  posts?: CirclePost[];
  /** True when there are older ones. */
  more?: boolean;
}

/** One post, by its id or by what its link ends in. */
export interface CircleRead {
  post?: string;
}

export interface CirclePost {
  id?: string;
  author?: UserProfile;
  /** With whom, for who may know: the author, that person, and friends of both. */
  with?: UserProfile;
  activity?: string;
  /** The activity's title: "Coffee". */
  title?: string;
  /** What the author wrote about it. */
  text?: string;
  at?: string;
  /** Absent: nobody. */
  likes?: number;
  /** By me. */
  liked?: boolean;
  /** The last five. */
  comments?: CircleComment[];
  /** Of all. */
  commentCount?: number;
  /** A path on this server that leads to the post, for its author's friends only. */
  link?: string;
}

export interface CircleComment {
  id?: string;
  from?: UserProfile;
  text?: string;
  at?: string;
}

/** "We did it": once both have said so, it is on the circle of each. Until then it can be taken back. */
export interface CircleConfirm {
  friend?: string;
  activity?: string;
  /** What my post says. 0 to 500 characters. */
  text?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** False: what I said about this activity with this friend is taken back, as far as the friend has not said so, too. Absent: true. */
  on?: boolean;
}

export interface CircleConfirmed {
  /** The other has said so, too. */
  posted?: boolean;
  /** My post, once it is there. */
  post?: string;
}

/** Changes what my own post says. */
export interface CircleEdit {
  post?: string;
  /** 0 to 500 characters. */
  text?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Takes my own post away. */
export interface CircleRemove {
  post?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Sets, never flips. */
export interface CircleLike {
  post?: string;
  liked?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

export interface CircleLikes {
  post?: string;
  likes?: number;
  /** By me. Absent where it is told to many at once. */
  liked?: boolean;
}

/** Comments on a post. */
export interface CircleSay {
  post?: string;
  /** Not blank. 1 to 1,000 characters. */
  text?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

export interface CircleSaid {
  post?: string;
  comment?: CircleComment;
  /** Of all comments. */
  commentCount?: number;
}

/** Takes a comment away: one of mine, or one on my post. */
export interface CircleUnsay {
  post?: string;
  comment?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** All comments on a post, oldest first, in pages. */
export interface CircleComments {
  post?: string;
  /** The id of the oldest comment that is known; empty: the newest page. */
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

/** While it is open, this connection is told what happens on the circle. */
export interface CircleOpen {
  on?: boolean;
}

/** Somebody commented on a post of mine. */
export interface CircleCommented {
  post?: string;
  comment?: CircleComment;
}

/** A friend says that we did it, and waits for me to say so. */
export interface CircleAsked {
  friend?: UserProfile;
  activity?: string;
  /** When the match that is meant began. */
  since?: string;
}

/** There is something new on the circle, which is open. May be lost: the pages have the truth. */
export interface CircleChanged {
  posted?: CirclePost;
  liked?: CircleLikes;
  said?: CircleSaid;
  /** The id of a post that is no longer to be seen. */
  removed?: string;
  unsaid?: CircleCommentRemoved;
}

export interface CircleCommentRemoved {
  post?: string;
  comment?: string;
  commentCount?: number;
}

/** Devices that are signed in to my account, a page of them, the newest first. */
export interface DeviceList {
  /** `next` of the page before; absent: from the newest on. */
  after?: string;
  /** 1 to 100; absent: 50. */
  limit?: number;
}

export interface Devices {
  devices?: DeviceEntry[];
  /** Absent: there are no more. */
  next?: string;
}

export interface DeviceEntry {
  device?: string;
  /** This is the one that asks. */
  current?: boolean;
  since?: string;
  online?: boolean;
  /** When it was last connected, as far as that is known; absent while it is online. After a restart of the server it may be up to a day too early. */
  lastSeen?: string;
  /** It has asked for notifications while it is away. */
  push?: boolean;
  /** All log-ins on it are a guest's. */
  guest?: boolean;
}

/** Signs a device out: its tokens are void, its sessions end, and it gets no notifications. */
export interface DeviceRevoke {
  device?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** The key that a browser wants before it subscribes to notifications of this server.  Source: RFC 8292, section 3.2. */
export interface PushKeyRead {
}

export interface PushKey {
  /** A point of P-256, uncompressed, in URL-safe base64. */
  key?: string;
}

/** This device wants to be notified while it is away. Whoever had this subscription before on this server is notified on it no more: it follows the device's current user. */
export interface PushSubscribe {
  /** Where the push service takes messages for the device. */
  endpoint?: string;
  /** The device's public key, and its secret, in URL-safe base64. Source: RFC 8291, section 3. */
  p256dh?: string;
  auth?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Ends the notifications of this device. */
export interface PushUnsubscribe {
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** What a client sends: one command. */
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
}

/** What the server sends: the answer to a command (with id), a durable event of the user's inbox (with seq), or something ephemeral (with neither). */
export interface ServerMessage {
  /** The command that this answers. */
  id?: number;
  /** Position in this user's inbox: 1, 2, 3 ... without gaps, the same on every device. */
  seq?: number;
  /** When it happened, by the server's clock. With seq only. */
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
  activities?: Activities;
  activity?: ActivityState;
  audience?: Audience;
  matches?: Matches;
  matchReason?: MatchReason;
  privacy?: Privacy;
  circlePage?: CirclePage;
  circlePost?: CirclePost;
  circleConfirmed?: CircleConfirmed;
  circleLikes?: CircleLikes;
  circleSaid?: CircleSaid;
  circleComments?: CircleCommentPage;
  devices?: Devices;
  pushKey?: PushKey;
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

/** Done, and there is nothing more to say. */
export interface Done {
}

/** Why a command was refused. A refusal never closes the connection. */
export interface CommandError {
  code?: ErrorCode;
  /** One sentence for a person. */
  message?: string;
  /** The field that was wrong, as a path from the command: "roomSend.text". */
  field?: string;
  /** Whether the same command may succeed later. */
  temporary?: boolean;
  /** When to try again, if that is known. */
  retryAfter?: string;
}

/** Every reason for a refusal; programs decide by this, never by the message. */
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
  /** The outside identity has no account yet: say by which name it shall be known. */
  | "USERNAME_NEEDED"
  /** The account may not be used now; `retryAfter` says for how long, unless it is for good. */
  | "BANNED"
  /** The password or identity is right, and the account has a second factor: send its `code`, too. */
  | "SECOND_FACTOR_NEEDED"
  /** It has to be proven first that it is the owner who asks: `accountProve`. */
  | "PROOF_NEEDED"
  /** The state of the world. */
  | "NOT_FOUND"
  | "CONFLICT"
  | "USERNAME_TAKEN"
  | "EMAIL_TAKEN"
  | "NOT_FRIENDS"
  | "ALREADY_FRIENDS"
  | "ONESELF"
  | "NO_SUCH_REQUEST"
  /** The caller has blocked the other. */
  | "BLOCKED_BY_YOU"
  /** A list has as many as it may have: friends, requests without an answer, blocked people. */
  | "LIST_FULL"
  /** The time for it is over. */
  | "TOO_LATE"
  /** This outside identity opens another account. */
  | "IDENTITY_TAKEN"
  /** The last way into the account. */
  | "LAST_WAY_IN"
  /** It belongs to others, or only the other one may do that. */
  | "NOT_MEMBER"
  /** It has changed meanwhile: look at it again. */
  | "STALE"
  /** There is nobody whom one could be matched with now. */
  | "NOBODY_ELIGIBLE"
  /** The two are partners already. */
  | "ALREADY_PARTNERS"
  /** The server. */
  | "BUSY"
  | "INTERNAL"
  | "UNAVAILABLE"
  /** Too often; `retryAfter` says when it will be allowed again. */
  | "RATE_LIMITED";

/** A page of my own data. */
export interface AccountExport {
  /** `next` of the page before; empty: from the beginning. */
  after?: string;
}

export interface ExportPage {
  records?: ExportRecord[];
  /** Where the next page begins; empty after the last. */
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
  /** A post of somebody else that I like, by its id. */
  liked?: string;
  /** My picture, as the server keeps it. */
  picture?: ExportedPicture;
  /** How far I have read in a room, and whether I muted it; `unread` is absent. */
  mark?: RoomMarked;
  /** What I said that I did, while the other has not said so: then it is a post. */
  confirmed?: CircleConfirm;
  /** That my account may not be used, or might not until lately. */
  ban?: ExportedBan;
  /** When my account was made. */
  created?: string;
  /** When I was last online, as far as friends may know it. */
  lastSeen?: string;
  subscription?: ExportedSubscription;
  /** A group of mine. */
  group?: Group;
  /** That I have to a group, or to which I have invited a friend. */
  groupInvitation?: GroupInvitation;
  /** What I am up for within a group. */
  groupUp?: GroupUpState;
  letter?: ExportedLetter;
  speaker?: Speaker;
  partnership?: Partnership;
  checkin?: Checkin;
  checkinPicture?: ExportedCheckinPicture;
  teamProfile?: TeamProfile;
  /** That I attend or plan. */
  gathering?: Gathering;
  /** That I am a member of. */
  project?: Project;
  /** That I made: for myself, or for a project. */
  swipe?: Swipe;
  /** Of my profile for teams. */
  teamPicture?: ExportedPicture;
  teamDocument?: ExportedDocument;
  wordSettings?: WordSettings;
  wordProfile?: WordProfile;
  wordFavourite?: WordFavourite;
  wordSeen?: WordSeen;
  /** A round of mine that is over, or still open. */
  wordRound?: WordRoundState;
  /** A day's challenge that I have begun. */
  wordDaily?: WordDaily;
  wordDuel?: WordDuel;
  /** How well I say a word. */
  wordSpeech?: WordSpeech;
  /** That log-ins need a code, too; not what makes the codes. */
  secondFactor?: SecondFactor;
  /** What I have reported; only while the case is kept. */
  report?: ExportedReport;
  /** What an administrator decided about me after a report. */
  decision?: ExportedDecision;
}

/** Mail to me that has not left yet, or a code that was asked for. */
export interface ExportedLetter {
  address?: string;
  /** "verify", "recover" or "changed". */
  topic?: string;
  at?: string;
}

/** Where a device of mine takes notifications. */
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
  /** Bytes of it that come before these. */
  offset?: number;
  /** Bytes of all of it. */
  size?: number;
}

/** A part of a document of my profile for teams. */
export interface ExportedDocument {
  document?: TeamDocument;
  bytes?: string;
  /** Bytes of it that come before these. */
  offset?: number;
}

/** A part of the picture of a check-in: it is too large for one page. */
export interface ExportedCheckinPicture {
  /** The last part of its path. */
  name?: string;
  contentType?: string;
  /** Bytes of it that come before these. */
  offset?: number;
  /** Bytes of all of it. */
  size?: number;
  bytes?: string;
}

export interface ExportedReport {
  /** Whom it was about. */
  user?: string;
  reason?: ReportReason;
  text?: string;
  /** Not the words that were reported: they are their author's to delete. */
  at?: string;
}

export interface ExportedDecision {
  action?: ModerationAction;
  /** In the administrator's words, as I was told them. */
  reason?: string;
  at?: string;
  /** Until when a suspension lasted. */
  until?: string;
}

/** Looks a person up by the exact username. */
export interface UserLookup {
  username?: string;
}

export interface UserFound {
  user?: UserProfile;
  relation?: Relation;
}

/** What a person is to the one who asks. A declined request still reads REQUESTED. */
export type Relation =
  | "STRANGER"
  | "YOURSELF"
  | "FRIEND"
  /** I asked, and have no answer. */
  | "REQUESTED"
  /** They asked, and wait for my answer. */
  | "ASKING"
  /** I have blocked them. Who is blocked reads what a stranger reads. */
  | "BLOCKED";

/** Asks somebody to become a friend. */
export interface FriendRequest {
  to?: string;
  /** A line to go with it. 0 to 200 characters. */
  message?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

export interface FriendRequestSent {
  to?: string;
  /** True when the other had asked first: both are friends at once. */
  friends?: boolean;
}

/** Accepts a friend request: the two are friends. */
export interface FriendAccept {
  from?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Declines a friend request. The other is not told. */
export interface FriendDecline {
  from?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Takes back a friend request that has no answer. */
export interface FriendWithdraw {
  to?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Ends a friendship. */
export interface FriendRemove {
  friend?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Neither sees anything of the other any more: a friendship and requests end, and whatever the blocked one does reads as if the two were strangers. The blocked one is not told. */
export interface UserBlock {
  user?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Ends a block. The other is not told. */
export interface UserUnblock {
  user?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Whom I have blocked, by username: 1,000 people at most. */
export interface BlockList {
}

export interface Blocks {
  users?: UserProfile[];
}

/** I blocked somebody, or no longer do, on this device or another. */
export interface BlockChanged {
  user?: UserProfile;
  blocked?: boolean;
}

/** By username. Nobody has more than 1,000 friends. */
export interface FriendList {
  /** `next` of the page before; absent: from the beginning. 0 to 20 characters. */
  after?: string;
  /** 1 to 100; absent: all friends in one answer. */
  limit?: number;
}

export interface Friends {
  friends?: Friend[];
  /** Absent: there are no more. */
  next?: string;
}

export interface Friend {
  user?: UserProfile;
  /** Absent: the server cannot know, shortly after a start. */
  online?: boolean;
  since?: string;
  /** When the friend was last online; absent while online, and when that is not known. */
  lastSeen?: string;
}

/** Pending requests, oldest first: all of my own (200 at most), and the oldest 200 of others. */
export interface MailboxList {
}

export interface Mailbox {
  incoming?: PendingRequest[];
  outgoing?: PendingRequest[];
}

export interface PendingRequest {
  /** The other side. */
  user?: UserProfile;
  message?: string;
  at?: string;
}

/** Somebody asks to be my friend. */
export interface FriendRequested {
  from?: UserProfile;
  message?: string;
}

/** A request is no longer pending: withdrawn (both sides are told), or declined (only the one who declined is told). */
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

/** The people of this server, by username: as the server is set, nobody (then the command is refused with NOT_FOUND), those who have chosen to be listed, or everybody. */
export interface PersonList {
  /** Only whose username begins with this. 0 to 20 characters. */
  prefix?: string;
  /** `next` of the page before; absent: from the beginning. */
  after?: string;
  /** 1 to 100; absent: 50. */
  limit?: number;
}

export interface People {
  people?: UserFound[];
  /** Absent: there are no more. */
  next?: string;
}

/** Adds and removes several friends at once, each name as if it came alone. As the server is set, who is added is asked, or is a friend at once. */
export interface FriendsChange {
  /** At most 20 usernames with those in `drop`. */
  add?: string[];
  drop?: string[];
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

export interface FriendsChanged {
  /** One for each name, in the order of the command. */
  changes?: FriendChange[];
}

export interface FriendChange {
  username?: string;
  /** What the two are now. */
  relation?: Relation;
  /** Why nothing was changed for this name; absent: it was. */
  error?: ErrorCode;
}

/** Who of these is on this server: usernames, and addresses that were confirmed, of people who have chosen to be listed. Who is not found is left out, whatever the reason. */
export interface FriendImport {
  /** At most 100. 0 to 254 characters. */
  people?: string[];
}

/** A group, without its members. */
export interface Group {
  /** "#" and a number: the room of the group. */
  room?: string;
  name?: string;
  /** Username of the owner; empty for the team of a project, which nobody owns. */
  owner?: string;
  /** How many members there are, up to 200. */
  members?: number;
  madeAt?: string;
  /** Its members are those of a project, and change with it alone. */
  team?: boolean;
}

export interface GroupMember {
  user?: UserProfile;
  owner?: boolean;
  since?: string;
  /** Whether a friend or teammate of mine is online now; absent for others, and while it is not known. */
  online?: boolean;
}

/** Makes a group with me as its owner, and invites some friends. */
export interface GroupCreate {
  /** Not blank. 1 to 60 characters. */
  name?: string;
  /** Usernames of friends to invite, up to 199. */
  members?: string[];
  /** The client's own id of this group: sending it again has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** A group of mine with its members. */
export interface GroupRead {
  room?: string;
}

export interface GroupPage {
  group?: Group;
  /** By username. */
  members?: GroupMember[];
  /** What others join by; only for members, and empty while nobody can. */
  code?: string;
  /** Usernames of friends whom I have invited and who are not members, whether they know of it or not. */
  invited?: string[];
}

/** That a friend of mine has invited me to a group. */
export interface GroupInvitation {
  room?: string;
  name?: string;
  /** Who has invited me; absent in what I export of invitations of mine. */
  by?: UserProfile;
  at?: string;
  /** Username of the friend whom I have invited; only in what I export. */
  to?: string;
}

/** An invitation was taken back or declined, or its sender is no friend of mine or not in the group any more. */
export interface GroupInvitationClosed {
  room?: string;
}

/** The groups that another user and I are members of. */
export interface GroupCommon {
  /** Username. */
  user?: string;
}

export interface GroupList {
  /** By room. */
  groups?: Group[];
}

/** Invites friends of mine to a group of mine: each becomes a member by accepting. Who is in it already stays in it. The answer is the same whether a friend takes invitations or not. */
export interface GroupAdd {
  room?: string;
  /** Usernames of friends, 1 to 199. */
  members?: string[];
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Removes a member, for the owner alone; or takes back my own invitation of a friend. */
export interface GroupRemove {
  room?: string;
  /** Username of the member, or of the friend whom I have invited. */
  member?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** I am no member any more, or decline an invitation, which its sender is not told. If I am the owner, whoever has been a member the longest becomes it; when the last one leaves, the group and its messages are deleted. */
export interface GroupLeave {
  room?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Gives a group another name. For the owner alone. */
export interface GroupRename {
  room?: string;
  /** Not blank. 1 to 60 characters. */
  name?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Another member becomes the owner. For the owner alone. */
export interface GroupPass {
  room?: string;
  /** Username of the member. */
  to?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Makes a new code by which others may join, or takes it back. Codes made before do not work any more. For the owner alone. */
export interface GroupInvite {
  room?: string;
  on?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** I join a group, by its code or by an invitation. */
export interface GroupJoin {
  /** 22 characters; empty with `room`. */
  code?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** The room of a group to which I am invited. */
  room?: string;
}

/** I am up for an activity within a group, or not any more. It ends as activities do. Only members who are up for the same in the group at the same time are told of one another. */
export interface GroupUp {
  room?: string;
  activity?: string;
  on?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

export interface GroupUpState {
  room?: string;
  activity?: string;
  on?: boolean;
  until?: string;
  /** Who is up for it in the group, too; only while I am. */
  with?: UserProfile[];
}

/** A group has other members, another name or another owner. To all members, and to who was one. */
export interface GroupChanged {
  /** As it is now. */
  group?: Group;
  /** Who has become a member. */
  joined?: UserProfile[];
  /** Usernames of those who are no members any more. */
  left?: string[];
  /** Username of the member who did it; absent for who left by leaving Upfor, and for teams. */
  by?: string;
}

/** Somebody in a group is up for the same as I am, at the same time. */
export interface GroupMatch {
  room?: string;
  activity?: string;
  with?: UserProfile;
}

/** Somebody's profile as a language partner. */
export interface Speaker {
  username?: string;
  /** What the profile is called in addresses; it stays as it is. */
  number?: number;
  firstName?: string;
  lastName?: string;
  /** ISO 639: "en". */
  known?: string;
  learn?: string;
  bio?: string;
  /** Where the picture lies on this server. */
  avatar?: string;
  /** Whether others find this person, and may be matched with them. */
  open?: boolean;
}

/** Makes one's profile, or changes what is present. The first time both names and languages are needed. */
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
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** Only if one's own profile has this number. */
  number?: number;
}

/** Deletes one's profile and ends all partnerships. The account stays. */
export interface SpeakerDelete {
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** Only if one's own profile has this number. */
  number?: number;
}

/** A profile: one's own, a partner's, or of somebody who is open. */
export interface SpeakerRead {
  /** Absent, as the number is: one's own. */
  username?: string;
  number?: number;
}

/** Who knows what I learn and learns what I know, is open, and is no partner of mine yet. */
export interface SpeakerFind {
  /** Only this person, whatever the languages. */
  username?: string;
  /** `next` of the page before; absent: from the beginning. */
  after?: number;
}

export interface Speakers {
  /** At most 20, by number. */
  speakers?: Speaker[];
  /** Absent: there are no more. */
  next?: number;
}

/** Makes somebody my partner, at once. */
export interface PartnerMatch {
  /** Absent: somebody by chance, who knows what I learn and learns what I know. */
  username?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** One's language partners, the newest first. */
export interface PartnerList {
}

export interface Partnerships {
  partnerships?: Partnership[];
}

/** One partnership: by its number, or by who the other is. */
export interface PartnerRead {
  number?: number;
  username?: string;
  /** Of the other's profile. */
  speaker?: number;
}

/** Ends a partnership. The other is told. */
export interface PartnerEnd {
  number?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Two partners, and the meetup that they have ahead. Both see the same. */
export interface Partnership {
  /** What it is called in addresses. */
  number?: number;
  /** Who made it. */
  first?: Speaker;
  second?: Speaker;
  status?: MeetupStatus;
  /** When they meet. Absent without a meetup. */
  at?: string;
  /** Where; the last one stays when it is over. */
  place?: string;
  /** Counts the changes of the meetup. */
  version?: number;
  since?: string;
}

export type MeetupStatus =
  | "NO_MEETUP"
  /** `first` has proposed, and `second` has to answer. */
  | "PROPOSED_BY_FIRST"
  | "PROPOSED_BY_SECOND"
  | "SCHEDULED";

/** Proposes a meetup, or another time or place for one that is proposed. */
export interface MeetupOffer {
  number?: number;
  /** Ahead, and within a year. */
  at?: string;
  /** 1 to 200 characters. */
  place?: string;
  /** Only if the meetup is as it was in this version. */
  version?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** Instead of the number: of the other's profile. */
  speaker?: number;
}

/** Accepts what the other has proposed: this time and this place, and no other. */
export interface MeetupAccept {
  number?: number;
  at?: string;
  /** 1 to 200 characters. */
  place?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** Instead of the number: of the other's profile. */
  speaker?: number;
}

/** Withdraws one's proposal, declines the other's, or calls a meetup off. */
export interface MeetupClear {
  number?: number;
  /** Only if the meetup is as it was in this version. */
  version?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** Instead of the number: of the other's profile. */
  speaker?: number;
}

/** Two are partners from now on. */
export interface PartnerMatched {
  partnership?: Partnership;
}

/** They are no more. */
export interface PartnerEnded {
  number?: number;
  /** The other one. */
  username?: string;
}

/** What became of the meetup of two partners. */
export interface MeetupChanged {
  partnership?: Partnership;
  /** Who did it; absent: its time has passed. */
  by?: string;
}

/** Says where I am. It replaces my marker; the one before stays in my history. */
export interface CheckinSet {
  /** Degrees, -90 to 90, north is positive. Kept to seven decimal places. */
  lat?: number;
  /** Degrees, -180 to 180, east is positive. Kept to seven decimal places. */
  lon?: number;
  /** 0 to 500 characters. */
  text?: string;
  /** A name of the server's stickers (checkinRead); absent: none. */
  sticker?: string;
  /** A name of the catalogue of activities; absent: none. */
  activity?: string;
  /** Turns that activity on, too, as activitySet does. */
  turnOn?: boolean;
  /** The name that an upload was answered with (PUT /v1/checkin/picture); absent: none. */
  picture?: string;
  /** Minutes until the marker goes by itself, 1 to the server's maximum (checkinRead); absent: the server's default. */
  minutes?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Takes my marker away. */
export interface CheckinClear {
  /** Forgets this check-in of my history, by its id, and its picture; absent: only the marker goes, and my history stays. */
  checkin?: string;
  /** Forgets all of my history, and the pictures in it. */
  history?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** How I may check in here, and my marker. */
export interface CheckinRead {
}

export interface CheckinStanding {
  /** Absent: I have no marker. */
  current?: Checkin;
  /** What a check-in may carry, in their order. */
  stickers?: Sticker[];
  /** Most minutes until a marker goes. */
  minutesMax?: number;
  /** Minutes when a check-in names none. */
  minutes?: number;
  /** Days that my history is kept; absent: it is not. */
  historyDays?: number;
  /** Most bytes of a file that a picture is made of. */
  pictureBytesMax?: number;
}

export interface Sticker {
  /** "pizza". */
  name?: string;
  /** One or more characters to be shown: "🍕"; empty when the server has only the name. */
  icon?: string;
}

/** My own check-ins that the server still keeps, the newest first. */
export interface CheckinHistory {
  /** `next` of the page before; absent: from the newest on. */
  before?: string;
  /** 1 to 100; absent: 20. */
  limit?: number;
}

export interface CheckinPage {
  checkins?: Checkin[];
  /** Absent: there are no more. */
  next?: string;
}

/** A check-in of mine. */
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
  /** The path of its picture on this server, which needs a token; or that of the default picture, which needs none. */
  picture?: string;
  at?: string;
  /** When the marker goes, or would have gone. */
  expiresAt?: string;
  /** It is my marker now. */
  current?: boolean;
}

/** My marker and my friends', as far as they are meant for me. With all four sides absent: wherever they are. */
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
  /** `next` of the page before; absent: from the beginning. */
  after?: string;
}

export interface Places {
  /** By username; at most 192 KiB on one page. */
  markers?: Marker[];
  /** By cell. All of them are on the first page. */
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
  /** The path of its picture on this server, which needs a token; or that of the default picture, which needs none. */
  picture?: string;
  /** A name of the catalogue of activities. */
  activity?: string;
  /** When the user checked in. */
  at?: string;
  /** When the marker goes by itself. */
  expiresAt?: string;
  isMine?: boolean;
}

/** More than five markers in one cell. */
export interface SuperMarker {
  /** Degrees: the middle of those that it merges. */
  lat?: number;
  /** Degrees. */
  lon?: number;
  count?: number;
  /** Names the cell: "14/8801/5373". */
  cell?: string;
  /** My marker is one of them. */
  mine?: boolean;
}

/** All markers in one cell. */
export interface PlaceSpot {
  /** Of a super marker. */
  cell?: string;
  /** `next` of the page before; absent: from the beginning. */
  after?: string;
}

export interface PlaceSpotPage {
  cell?: string;
  /** By username; at most 50. */
  markers?: Marker[];
  /** Absent: there are no more. */
  next?: string;
}

/** While it is open, this connection is told of markers that come, change and go. */
export interface PlaceOpen {
  on?: boolean;
}

/** A marker is there, has changed, or is gone; for who has the map open. May be lost: placeList has the truth. A marker that goes by its time is not told: it has `expiresAt`. */
export interface PlaceChanged {
  set?: Marker;
  /** The username of who has no marker for me any more. */
  gone?: string;
}

/** My friends, of whom I am one: by username, but myself first. */
export interface PlaceFriendList {
}

export interface PlaceFriends {
  friends?: PlaceFriend[];
}

export interface PlaceFriend {
  user?: UserProfile;
  /** It is myself. */
  isMe?: boolean;
  /** There is a marker that I may see. */
  onMap?: boolean;
  /** My markers are meant for this friend (the audience of `@place`). */
  selected?: boolean;
}

/** The picture of a check-in: one of mine, or of a marker that I may see. */
export interface CheckinPicture {
  /** The last part of its path. */
  name?: string;
}

export interface PictureFile {
  /** "image/jpeg" or "image/png". */
  contentType?: string;
  /** At most 256 KiB. */
  bytes?: string;
}

/** A picture is there, for the next check-in; without one it is forgotten within two hours. */
export interface PictureUploaded {
  /** For checkinSet. */
  picture?: string;
  /** Its path on this server, which needs my token. */
  path?: string;
}

/** What one shows others. */
export interface PrivacyRead {
}

/** How it stands: everything is present. */
export interface Privacy {
  /** Friends read that I am offline, whatever I do. */
  invisible?: boolean;
  /** Friends are told that I am writing to them. */
  typing?: boolean;
  /** Friends are told how far I have read. */
  receipts?: boolean;
  /** What I did with a friend goes on my circle by itself once it has lasted. */
  circle?: boolean;
  /** I am in the list of people, and who knows an address that I have confirmed finds me by it. Off until I turn it on. */
  listed?: boolean;
  /** Friends may invite me to groups. While it is off they are answered as if they had. */
  invitations?: boolean;
}

/** Changes what is present, and leaves the rest. */
export interface PrivacySet {
  invisible?: boolean;
  typing?: boolean;
  receipts?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  circle?: boolean;
  listed?: boolean;
  invitations?: boolean;
}

/** It changed, on this device or another. */
export interface PrivacyChanged {
  privacy?: Privacy;
}

/** Tells the administrators of a person, a message or a post; answered with Done, and nobody else is told. What was said is copied into the report. Reporting the same thing again changes nothing. */
export interface UserReport {
  user?: string;
  /** A message of the user's in the room with me, by its seq. */
  message?: number;
  /** A post of the user's that I may see, by its id. */
  post?: string;
  reason?: ReportReason;
  /** In my words; may be empty. 0 to 500 characters. */
  text?: string;
  /** 1 to 64 bytes. */
  cid?: string;
  /** The room of the group in which the message was said; absent: in the room of the two. */
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
  /** Nothing is done. */
  | "DISMISS"
  /** The message or post is removed, as its author could. */
  | "HIDE"
  /** The person is told the administrator's words. */
  | "WARN"
  /** The account may not be used for a time. */
  | "SUSPEND"
  /** The account may not be used any more. */
  | "BAN";

/** An administrator warns me. */
export interface ModerationWarned {
  text?: string;
}

/** Sends a message to a friend or a group. */
export interface RoomSend {
  /** Username of a friend, or the room of a group: "#17". */
  to?: string;
  /** Not blank. 1 to 4,000 characters. */
  text?: string;
  /** The client's own id of this message: sending it again has one effect. 1 to 64 bytes. */
  cid?: string;
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
  /** Empty when it was deleted. */
  text?: string;
  at?: string;
  /** When it was last edited, or deleted. */
  editedAt?: string;
  deleted?: boolean;
  /** Where history is shown, and in `roomMessageChanged`. */
  reactions?: RoomReaction[];
}

export interface RoomReaction {
  /** One emoji. */
  emoji?: string;
  /** Usernames. */
  from?: string[];
}

/** A page of the conversation with a friend or in a group, oldest first. Of a group, a member reads what was said since joining. */
export interface RoomHistory {
  /** Username of a friend, or the room of a group. */
  with?: string;
  /** Only messages with a smaller seq; 0 for the newest page. */
  before?: number;
  /** 1 to 100; absent: 50. */
  limit?: number;
}

export interface RoomPage {
  room?: string;
  messages?: RoomMessage[];
  /** True when there are older ones. */
  more?: boolean;
  mark?: RoomMarked;
  /** How far the other side is; absent for a group. */
  receipt?: RoomReceipt;
  /** How far each of the other members of a group is, by username: but for those whom I have blocked, and who have blocked me. With the newest page only. */
  receipts?: RoomReceipt[];
}

/** Everything up to `seq` has been read. Never moves back. */
export interface RoomMark {
  with?: string;
  seq?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

export interface RoomMarked {
  room?: string;
  seq?: number;
  /** Messages of the other's behind `seq`, muted or not. */
  unread?: number;
  /** My own: no badge, whatever `unread` is, and no notification. The other side cannot tell. */
  muted?: boolean;
}

/** One for each friend with whom a word was spoken, so 1,000 at most, the newest first; behind them each group of mine, 50 at most, and each team of mine, however many there are, the one with the newest message first. */
export interface RoomList {
  /** `next` of the page before; absent: from the beginning. */
  after?: string;
  /** 1 to 100; absent: all rooms in one answer. */
  limit?: number;
}

export interface Rooms {
  rooms?: RoomSummary[];
  /** Unread messages in all rooms that are not muted. Absent where not all are listed. */
  unread?: number;
  /** Groups to which friends have invited me, the newest first: at most 100. On the first page. */
  invitations?: GroupInvitation[];
  /** Absent: there are no more. */
  next?: string;
}

export interface RoomSummary {
  room?: string;
  /** The other's username; the room of a group. */
  with?: string;
  /** Its text is cut to 200 characters, the last of them "…". Absent when nothing was said in a group. */
  newest?: RoomMessage;
  mark?: RoomMarked;
  receipt?: RoomReceipt;
  /** Absent for the room of two friends. */
  group?: Group;
}

/** My read mark moved, or I muted the room, on this device or another. */
export interface RoomBadge {
  mark?: RoomMarked;
}

/** How far somebody else in a room is. In a group, those are told whose messages were read. Neither ever moves back. May be lost: RoomPage has the truth. */
export interface RoomReceipt {
  room?: string;
  /** Whose receipt it is. */
  user?: string;
  /** Everything up to here has reached one of that user's devices. */
  delivered?: number;
  /** Everything up to here has been read; absent when the user does not tell. */
  read?: number;
}

/** No badge and no notification for this room, until it is unmuted. */
export interface RoomMute {
  with?: string;
  muted?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** I am writing, or have stopped. Answered alike whoever the other is; told to a friend who is online, at most once in a while, if I let others know. Nobody is told in a group. */
export interface RoomType {
  with?: string;
  on?: boolean;
}

/** A friend is writing to me. It ends by itself after some seconds. May be lost. */
export interface RoomTyping {
  room?: string;
  from?: string;
  on?: boolean;
}

/** Looks for words in what was said in my rooms, the newest first. */
export interface RoomSearch {
  /** All of its words must occur, whole; the last may be the beginning of one. 1 to 200 characters. */
  text?: string;
  /** Only in the room with this friend, or of this group. */
  with?: string;
  /** `next` of the page before; empty: from the newest on. */
  before?: string;
  /** 1 to 50; absent: 20. */
  limit?: number;
}

export interface RoomFound {
  messages?: RoomMessage[];
  /** Where older ones begin; empty when there are none. */
  next?: string;
}

/** Changes a message of mine, not too long after it was sent. */
export interface RoomEdit {
  with?: string;
  seq?: number;
  /** Not blank. 1 to 4,000 characters. */
  text?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Deletes a message of mine for everybody in the room, not too long after it was sent. */
export interface RoomDelete {
  with?: string;
  seq?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Sets, never flips. */
export interface RoomReact {
  with?: string;
  seq?: number;
  /** One emoji. */
  emoji?: string;
  on?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** A message was edited or deleted, or has other reactions: this is how it stands. */
export interface RoomMessageChanged {
  message?: RoomMessage;
}

/** Signs this connection in with a token, and starts the inbox behind `after`. */
export interface SessionOpen {
  token?: string;
  /** A name for this device; the same one each time it connects. 1 to 64 characters. */
  device?: string;
  /** The last inbox seq this device has seen; 0 for everything there is. Absent: from now on. */
  after?: number;
  /** The epoch that `after` belongs to, as the last session gave it. */
  epoch?: string;
  /** This session looks in and leaves: friends are not told that its user is online. */
  silent?: boolean;
  /** Wants the snapshot in any case, not only after a reset. */
  snapshot?: boolean;
}

export interface SessionOpened {
  user?: UserProfile;
  /** Changes when the server's data was restored from a backup: every seq starts over. */
  epoch?: string;
  /** The newest seq of the inbox. */
  top?: number;
  /** The oldest seq that can still be replayed. */
  floor?: number;
  limits?: SessionLimits;
  /** True when `after` could not be honoured (another epoch, or older than the floor): forget what you know and go on from the snapshot; events follow from `top`. */
  reset?: boolean;
  /** How things stood at `top`. After a reset, or when it was asked for. */
  snapshot?: SessionSnapshot;
}

export interface SessionLimits {
  /** Largest message accepted, in bytes. */
  messageBytes?: number;
  /** Most commands that may wait for their answers at once. */
  commandsInFlight?: number;
}

/** Sent before every close of the server's own. */
export interface Bye {
  code?: number;
  reason?: string;
  retryAfter?: string;
}

/** What who runs the server has to say to everybody. */
export interface Notice {
  text?: string;
}

/** What a user would otherwise learn from the lists, all of one moment. */
export interface SessionSnapshot {
  friends?: Friends;
  mailbox?: Mailbox;
  rooms?: Rooms;
  activities?: Activities;
  matches?: Matches;
  privacy?: Privacy;
  blocks?: Blocks;
}

/** This device has everything up to `seq`, and needs none of it again. Never moves back. */
export interface SessionAck {
  seq?: number;
}

/** A friend came online or went offline. May be lost; the friends list has the truth. */
export interface Presence {
  user?: string;
  /** Absent: the server cannot know, shortly after a start. */
  online?: boolean;
  /** When the friend was last online; absent while online, and when that is not known. */
  lastSeen?: string;
}

/** Several friends came or went at about the same time. */
export interface PresenceDigest {
  presences?: Presence[];
}

/** Something that people attend: a hackathon, a meetup, a conference. */
export interface Gathering {
  /** Its name in addresses; it never changes. */
  number?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** Where, in words. 0 to 200 characters. */
  place?: string;
  /** Degrees north, -90 to 90. Absent, as `lon` is: it has no place on the map. */
  lat?: number;
  /** Degrees east, -180 to 180. */
  lon?: number;
  starts?: string;
  ends?: string;
  /** Where the picture is on this server. Absent: it has none. */
  picture?: string;
  /** A JSON object of further members, as its planners gave it. Absent: there are none. */
  more?: string;
  attendees?: number;
  projects?: number;
  /** The caller's. Absent: the caller does not attend. */
  role?: GatheringRole;
  /** From the point that was asked for, in kilometres. In answers to `gatheringFind` only. */
  distance?: number;
  /** For which company the caller attends. Absent: for none. */
  company?: string;
}

export type GatheringRole =
  | "NOT_ATTENDING"
  | "ATTENDEE"
  /** May change and delete the gathering, its roles and its projects. Attends as well. */
  | "PLANNER"
  /** Helps the planners: may change the gathering and its projects, and remove attendees. Attends as well. */
  | "COORDINATOR"
  /** Attends for a company: may read the documents that attendees have opened to companies. */
  | "COMPANY";

/** Makes a gathering. The caller is its planner. */
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
  /** After `starts`, at most 60 days, and in the future. */
  ends?: string;
  /** A JSON object, at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Changes what is present. For planners and coordinators. */
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
  /** After `starts`, at most 60 days. */
  ends?: string;
  /** A JSON object, at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** Takes the place on the map away. */
  nowhere?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Deletes a gathering, with its projects and all swipes. For planners. */
export interface GatheringDelete {
  number?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** One gathering. */
export interface GatheringRead {
  number?: number;
}

/** Gatherings that have not ended: around a point (`lat`, `lon`, `radius`), in a box (`south`, `west`, `north`, `east`), or everywhere.  Around a point the nearest come first, else those that start first. */
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
  /** `next` of the page before; empty: from the beginning. */
  after?: string;
}

/** Those that the caller attends or plans, the newest first. */
export interface GatheringList {
  /** `next` of the page before; empty: from the beginning. */
  after?: string;
}

export interface Gatherings {
  /** At most 50. */
  gatherings?: Gathering[];
  /** Empty: there are no more. */
  next?: string;
  /** Whether there are more around there than were looked at: a smaller box or radius finds them. */
  partial?: boolean;
}

/** Attends a gathering. */
export interface GatheringJoin {
  number?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Attends it no longer, and leaves its projects. The only planner cannot leave. */
export interface GatheringLeave {
  number?: number;
  /** Absent: the caller. Another: for planners; who is no more than an attendee: for coordinators, too. */
  username?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Gives an attendee another role. For planners; one planner stays. */
export interface GatheringGrant {
  number?: number;
  username?: string;
  role?: GatheringRole;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** The company that a COMPANY attends for. Absent with any other role. 1 to 100 characters. */
  company?: string;
}

/** Who attends a gathering. For those who attend it. */
export interface GatheringPeople {
  number?: number;
  /** `next` of the page before; 0: from the beginning. */
  after?: number;
}

export interface Attendees {
  /** At most 50, by the numbers of their profiles. */
  attendees?: Attendee[];
  /** 0: there are no more. */
  next?: number;
}

export interface Attendee {
  profile?: TeamProfile;
  role?: GatheringRole;
  /** For which company the user attends. Absent: for none. */
  company?: string;
  /** What the user has opened to companies. To a COMPANY only. */
  documents?: TeamDocument[];
}

/** A user as a possible teammate. */
export interface TeamProfile {
  user?: UserProfile;
  /** Its name in addresses; it never changes. */
  number?: number;
  /** Of the catalogue, in its order. */
  skills?: string[];
  /** 0 to 2,000 characters. */
  text?: string;
  /** How teammates reach the user. Absent for others. */
  contact?: string;
  /** Where the picture of this profile is on this server. Absent: `user.avatar` serves. */
  picture?: string;
  /** A JSON object of further members, as the user gave it. Absent: there are none. */
  more?: string;
  /** Whether projects find this profile in their decks. */
  open?: boolean;
  /** Whether companies at the same gathering may read the documents of this profile. To the user only. */
  openToCompanies?: boolean;
}

/** Makes one's profile, or changes what is present. */
export interface TeamProfileSet {
  /** Replaces all skills: of the catalogue, at most 20. */
  skills?: SkillSet;
  /** 0 to 2,000 characters. */
  text?: string;
  /** Only teammates see it. 0 to 200 characters. */
  contact?: string;
  /** A JSON object, at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** Whether projects find the profile in their decks. At first they do. */
  open?: boolean;
  /** Only if one's own profile has this number. */
  number?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** Whether companies at the same gathering may read one's documents. At first they may not. */
  openToCompanies?: boolean;
}

export interface SkillSet {
  skills?: string[];
}

/** A profile: one's own, or of a user who attends the same gathering. */
export interface TeamProfileRead {
  /** Absent, as the number is: one's own. */
  username?: string;
  number?: number;
}

/** Deletes one's profile: leaves all projects and gatherings, and deletes all swipes. */
export interface TeamProfileDelete {
  /** Only if one's own profile has this number. */
  number?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** What a document of a profile is. There is one of each at most. */
export type DocumentKind =
  | "NO_DOCUMENT"
  | "RESUME"
  | "TRANSCRIPT";

/** A document of a profile, as it is listed: the file itself is at /hinder/users/NUMBER/documents/KIND. */
export interface TeamDocument {
  kind?: DocumentKind;
  /** "application/pdf" or "text/plain; charset=utf-8". */
  contentType?: string;
  /** How many bytes it has. */
  bytes?: number;
  /** When it was put. */
  at?: string;
}

/** The documents of a profile: one's own, or those that the caller may read. */
export interface TeamDocumentList {
  /** Absent, as the number is: one's own. */
  username?: string;
  number?: number;
}

export interface TeamDocuments {
  documents?: TeamDocument[];
}

/** The skills that users and projects may choose from. */
export interface SkillList {
}

export interface Skills {
  skills?: string[];
}

/** What a team does at a gathering. */
export interface Project {
  /** Its name in addresses; it never changes. */
  number?: number;
  /** The number of its gathering. */
  gathering?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** Most members, the owner included. */
  capacity?: number;
  /** How many members there are. */
  size?: number;
  /** Wanted, in the order of the catalogue. */
  skills?: string[];
  /** Where the picture is on this server. Absent: it has none. */
  picture?: string;
  /** A JSON object of further members, as the owner gave it. Absent: there are none. */
  more?: string;
  /** The caller's. Absent: the caller is no member. */
  role?: TeamRole;
  /** The longest member first. In answers to commands about this one project only. */
  members?: TeamMember[];
  /** The room of the team, "#17", as commands on rooms take it. Absent: there is one member only, or the caller is no member. In answers to commands about this one project only. */
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
  /** Swipes for the project as well. */
  | "RECRUITER"
  /** Changes the project as well. There is one. */
  | "OWNER";

/** Makes a project at a gathering that the caller attends. The caller is its owner. */
export interface ProjectCreate {
  gathering?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** Most members, the owner included: 1 to 50. Absent: 5. */
  capacity?: number;
  /** Of the catalogue, at most 20. */
  skills?: string[];
  /** A JSON object, at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Changes what is present. For the owner, the planners and the coordinators. */
export interface ProjectUpdate {
  number?: number;
  /** 1 to 100 characters. */
  title?: string;
  /** 0 to 4,000 characters. */
  text?: string;
  /** From the number of members to 50. A greater one lets in who was matched and waits. */
  capacity?: number;
  /** Replaces all: of the catalogue, at most 20. */
  skills?: SkillSet;
  /** A JSON object, at most 16 KiB and 16 levels. Empty: no further members. */
  more?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Deletes a project and all swipes for it and by it. For the owner, the planners and the coordinators. */
export interface ProjectDelete {
  number?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** One project. */
export interface ProjectRead {
  number?: number;
}

/** The projects of a gathering, or those that the caller is a member of; the newest first. */
export interface ProjectList {
  /** The number of a gathering. Absent: of all, and only one's own. */
  gathering?: number;
  /** `next` of the page before; 0: from the beginning. */
  after?: number;
}

export interface Projects {
  /** At most 50. */
  projects?: Project[];
  /** 0: there are no more. */
  next?: number;
}

/** Leaves a project. When the owner leaves, the longest recruiter or else member is the owner; when the last member leaves, the project is deleted. */
export interface ProjectLeave {
  number?: number;
  /** Absent: the caller. Another member: for the owner, the planners and the coordinators. */
  username?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Gives a member another role. For the owner, who becomes a recruiter by making another the owner. */
export interface ProjectGrant {
  number?: number;
  username?: string;
  role?: TeamRole;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Says whether a user wants a project, or a project a user. Both right: the user joins.  Swiping the same way again changes nothing. Another way counts: three times for each pair and side, an hour apart; else the answer is TOO_LATE or RATE_LIMITED. When both want it and the project is full, the answer is LIST_FULL, and the user joins when a place is free. */
export interface SwipeSet {
  /** The number of the project. */
  project?: number;
  /** Whom the project swipes: for its owner and recruiters. Absent: the caller swipes the project. */
  username?: string;
  /** Instead of the username: the number of the profile. The caller's own is the same as absent. */
  profile?: number;
  /** Whether the swipe is to the right. */
  approve?: boolean;
  /** The number of a gathering: only if the project is at it. Absent: wherever it is. */
  gathering?: number;
}

/** One side's swipe. */
export interface Swipe {
  /** The number of the project. */
  project?: number;
  user?: UserProfile;
  /** The number of the user's profile. */
  profile?: number;
  /** Whether the project swiped the user; else the user swiped the project. */
  byProject?: boolean;
  /** Whether the swipe was to the right. */
  approve?: boolean;
  /** Whether both sides swiped to the right. */
  mutual?: boolean;
  /** Whether the user is a member. */
  joined?: boolean;
  /** How often this swipe may still be changed. */
  changes?: number;
  at?: string;
}

/** A swipe: one's own for a project, or a project's of a user. */
export interface SwipeRead {
  /** The number of the project. */
  project?: number;
  /** Of whom: for owner and recruiters. Absent: the caller's own swipe. */
  username?: string;
  /** Instead of the username: the number of the profile. */
  profile?: number;
}

/** Swipes, the newest first: one's own, or those of a project for its owner and recruiters. */
export interface SwipeList {
  /** The number of a project. Absent: one's own swipes. */
  project?: number;
  /** The number of a gathering: only swipes at it. Absent: at all. */
  gathering?: number;
  /** Only those that both sides made to the right. */
  mutual?: boolean;
  /** `next` of the page before; empty: from the beginning. */
  after?: string;
}

export interface Swipes {
  /** At most 50. */
  swipes?: Swipe[];
  /** Empty: there are no more. */
  next?: string;
}

/** Takes a swipe back, as if it had not been made; it still counts as a change. A member stays. */
export interface SwipeDrop {
  /** The number of the project. */
  project?: number;
  /** Of whom: for owner and recruiters. Absent: the caller's own swipe. */
  username?: string;
  /** Instead of the username: the number of the profile. */
  profile?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** What may still be swiped: a gathering's projects for the caller, or its attendees for a project.  What has most skills in common comes first. What was swiped is not in it. */
export interface DeckRead {
  /** The number of a gathering: projects for the caller, who attends it. Else `project`. */
  gathering?: number;
  /** The number of a project: attendees, for its owner and recruiters. */
  project?: number;
  /** 1 to 50. Absent: 50. */
  limit?: number;
  /** `next` of the page before; empty: from the best. */
  after?: string;
}

export interface Deck {
  /** The best first. */
  cards?: DeckCard[];
  /** Empty: there are no more. */
  next?: string;
}

export interface DeckCard {
  project?: Project;
  profile?: TeamProfile;
  /** How many skills the two have in common. */
  shared?: number;
}

/** Both sides want it, and the project is full: the user joins when a place is free. For the user and for those who swipe for the project. */
export interface TeamMatched {
  /** The number of the project. */
  project?: number;
  title?: string;
  /** The number of the gathering. */
  gathering?: number;
  user?: UserProfile;
}

/** A user joined or left a project, or has another role there. For all members and the user. */
export interface TeamChanged {
  /** The number of the project. */
  project?: number;
  title?: string;
  /** The number of the gathering. */
  gathering?: number;
  user?: UserProfile;
  /** Absent when the user left. */
  role?: TeamRole;
  /** How many members there are now. */
  size?: number;
  /** The username of who removed the user or gave the role. Absent: the user, or a swipe. */
  by?: string;
}

/** A project is gone. For its members. */
export interface ProjectDeleted {
  number?: number;
  title?: string;
  /** The number of the gathering. */
  gathering?: number;
}

/** A gathering is gone, with its projects. For those who attended it. */
export interface GatheringDeleted {
  number?: number;
  title?: string;
}

/** The caller attends a gathering in another role, or no longer because a planner or a coordinator decided so. */
export interface GatheringGranted {
  number?: number;
  title?: string;
  /** Absent: no longer. */
  role?: GatheringRole;
  /** The username of the planner, or of the coordinator. Absent: the role fell to the user. */
  by?: string;
  /** For which company the user attends. Absent: for none. */
  company?: string;
}

/** A word in the dictionary. */
export interface WordRead {
  /** 1 to 60 characters. */
  word?: string;
  /** ISO 639: "en". Absent: the one of one's settings. */
  language?: string;
  /** Some word instead, by chance. */
  random?: boolean;
}

export interface WordEntry {
  word?: string;
  language?: string;
  /** The most frequent first. */
  senses?: WordSense[];
  /** 1 (rare) to 7 (in every second sentence). */
  frequency?: number;
  /** The level whose games have it, 1 to 5; absent: it is too rare for games. */
  level?: number;
  /** How it is pronounced, by the International Phonetic Alphabet. Absent: this server cannot say. */
  ipa?: string;
}

/** One meaning of a word. */
export interface WordSense {
  /** "noun", "verb", "adjective" or "adverb". */
  part?: string;
  /** What it belongs to: "noun.animal". */
  category?: string;
  definition?: string;
  examples?: string[];
  synonyms?: string[];
}

/** Words that begin so, in the order of the alphabet. */
export interface WordFind {
  /** 1 to 60 characters. */
  prefix?: string;
  /** Absent: the one of one's settings. */
  language?: string;
  /** `next` of the page before; absent: from the beginning. */
  after?: string;
}

export interface WordList {
  /** At most 50. */
  words?: string[];
  /** Absent: there are no more. */
  next?: string;
}

/** How a word sounds. */
export interface WordAudio {
  /** 1 to 60 characters. */
  word?: string;
  /** Absent: the one of one's settings. */
  language?: string;
}

export interface WordSound {
  /** Absent for a round, which asks for it. */
  word?: string;
  language?: string;
  contentType?: string;
  audio?: string;
}

/** Which languages this server has words of. */
export interface WordLanguageList {
}

export interface WordLanguages {
  languages?: WordLanguage[];
}

export interface WordLanguage {
  /** ISO 639: "en". */
  language?: string;
  /** What words may belong to: "noun.animal". */
  categories?: string[];
  /** Which games there are with its words. */
  games?: WordGame[];
}

/** A word by chance, of my level and category, to be learnt. It counts as seen once more. */
export interface WordDraw {
  /** Absent: the one of one's settings. */
  language?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

export interface WordDrawn {
  entry?: WordEntry;
  /** How often I have seen it, this time included. */
  seen?: number;
}

/** Sends a word with its first definition to a friend, or to a group. */
export interface WordShare {
  /** 1 to 60 characters. */
  word?: string;
  /** Absent: the one of one's settings. */
  language?: string;
  /** The friend's username, or a group's room. */
  to?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** Of whom words are chosen for me, and what I am told. */
export interface WordSettingsRead {
}

export interface WordSettings {
  /** ISO 639: "en". */
  language?: string;
  /** 1 (frequent words) to 5 (rare ones). */
  level?: number;
  /** What words have to belong to: "noun.animal". Absent: whatever it is. */
  category?: string;
  /** Whether I am told when a new day's challenge begins. */
  notify?: boolean;
  /** By how many minutes my clock is ahead of UTC. It says when my days begin. */
  zone?: number;
}

/** Changes what is present. */
export interface WordSettingsSet {
  language?: string;
  /** 1 to 5. */
  level?: number;
  /** Empty: whatever it is. */
  category?: string;
  notify?: boolean;
  /** -720 to 840. */
  zone?: number;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** What somebody has reached: oneself, or a friend. */
export interface WordProfileRead {
  /** Absent: oneself. */
  username?: string;
}

export interface WordProfile {
  user?: UserProfile;
  /** Games that were won or lost. */
  gamesCount?: number;
  /** Games won since the last that was lost. */
  streakCount?: number;
  /** The most games that were ever won one after the other, times 100. */
  highScore?: number;
  /** How many words are among the favourites. */
  favourites?: number;
  /** How many words were seen. */
  seen?: number;
  /** In the order of the games; only those that were played. */
  scores?: WordScore[];
  /** Of all games together. */
  rating?: number;
  /** When the first word was seen or played, or the first setting made; absent: never. */
  createdAt?: string;
  updatedAt?: string;
}

/** What somebody has reached in one game. */
export interface WordScore {
  game?: WordGame;
  /** Games that were won or lost. */
  played?: number;
  /** Games that were won. */
  solved?: number;
  /** A game that is won raises it by its level. */
  score?: number;
}

/** Puts a word among my favourites, or takes it away. */
export interface WordFavouriteSet {
  /** 1 to 60 characters. */
  word?: string;
  /** Absent: the one of one's settings. */
  language?: string;
  on?: boolean;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

export interface WordFavourite {
  word?: string;
  language?: string;
  /** Whether it is one. */
  on?: boolean;
  at?: string;
}

/** My favourites, in the order of the alphabet. */
export interface WordFavouriteList {
  /** Absent: the one of one's settings. */
  language?: string;
  /** `next` of the page before; absent: from the beginning. */
  after?: string;
}

export interface WordFavourites {
  /** At most 100. */
  favourites?: WordFavourite[];
  /** Absent: there are no more. */
  next?: string;
}

/** Words that I have seen, in the order of the alphabet. */
export interface WordSeenList {
  /** Absent: the one of one's settings. */
  language?: string;
  /** `next` of the page before; absent: from the beginning. */
  after?: string;
}

export interface WordSeenPage {
  /** At most 200. */
  words?: WordSeen[];
  /** Absent: there are no more. */
  next?: string;
}

export interface WordSeen {
  word?: string;
  language?: string;
  /** How often. */
  count?: number;
}

export type WordGame =
  | "WORD_GAME_UNSPECIFIED"
  /** A word, and four definitions to choose from. */
  | "CHOOSE_DEFINITION"
  /** A definition, and four words to choose from. */
  | "CHOOSE_WORD"
  /** An example in which the word is left out, and four words to choose from. */
  | "FILL_GAP"
  /** A word that is heard, to be written. */
  | "SPELL"
  /** A word that is read, to be said. */
  | "SPEAK";

/** Begins a round: of a game, of the day's challenge, or of a duel. While one of it is open, that one is answered again, on every device. */
export interface WordPlay {
  /** Absent for the day's challenge, and for a duel. */
  game?: WordGame;
  /** The next round of the day's challenge. */
  daily?: boolean;
  /** The next round of this duel. */
  duel?: number;
  /** Absent: the one of one's settings. A duel has its own. */
  language?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
}

/** A question with one answer. The right one does not leave the server before it is answered. */
export interface WordRound {
  round?: string;
  game?: WordGame;
  language?: string;
  /** 1 to 5. */
  level?: number;
  /** The word, or a text about it in which it is "____". */
  prompt?: string;
  /** "noun", "verb", "adjective" or "adverb". */
  part?: string;
  /** Four to choose from; none in games where one writes or speaks. */
  choices?: string[];
  /** Where the word is heard, in games where one hears it. */
  audio?: string;
  /** Not answered by then, it is lost. */
  expiresAt?: string;
  contest?: WordContest;
}

/** Of which challenge or duel a round is one. */
export interface WordContest {
  /** The challenge's day: "2027-05-20"; absent: it is a duel. */
  day?: string;
  /** The duel; absent: it is the day's challenge. */
  duel?: number;
  /** Which one of the rounds it is, from 1. */
  number?: number;
  /** How many there are. */
  count?: number;
}

/** Answers a round: by one of the choices, or by a text where there are none. Without either, the round is lost; `failed` instead makes it void. */
export interface WordAnswer {
  round?: string;
  /** 1 to 4. */
  choice?: number;
  /** 0 to 60 characters. */
  text?: string;
  /** Sending it again with the same cid has one effect. 1 to 64 bytes. */
  cid?: string;
  /** The device could not show the round, play it or record an answer. It counts as nothing, and `wordPlay` asks the same again. */
  failed?: boolean;
}

/** How the word of a round sounds, in games where one hears it. */
export interface WordRoundAudio {
  round?: string;
}

/** What came of a round. There is one for each, whoever answered from whichever device. */
export interface WordResult {
  round?: string;
  game?: WordGame;
  language?: string;
  /** 1 to 5. */
  level?: number;
  won?: boolean;
  /** Nobody answered in time. */
  expired?: boolean;
  /** A device failed: neither won nor lost, and the answer stays secret. */
  failed?: boolean;
  /** The right answer. */
  word?: string;
  /** The same among the choices, from 1; absent where there are none. */
  choice?: number;
  /** What was answered; absent: nothing. */
  answer?: string;
  /** What the word means. */
  definition?: string;
  contest?: WordContest;
  /** Of the profile, from now on. */
  gamesCount?: number;
  streakCount?: number;
  highScore?: number;
  /** Of this game, from now on. */
  score?: number;
}

/** How a round of mine stands: for a day after its end. */
export interface WordRoundRead {
  round?: string;
}

export interface WordRoundState {
  /** It is open. */
  open?: WordRound;
  result?: WordResult;
}

/** The challenge of the day that it is where I am. */
export interface WordDailyRead {
  /** Absent: the one of one's settings. */
  language?: string;
}

export interface WordDaily {
  /** "2027-05-20". */
  day?: string;
  language?: string;
  /** How many rounds it has. All users have the same words. */
  count?: number;
  /** Rounds that are over, and those of them that were won. */
  played?: number;
  solved?: number;
  /** When the next may be begun; present when it may not be begun now. */
  nextAt?: string;
  /** What friends have reached who have finished this day's challenge, too; only when I have. The best first, at most 200. */
  friends?: WordDailyFriend[];
}

export interface WordDailyFriend {
  user?: UserProfile;
  solved?: number;
}

/** My duels, the newest first. */
export interface WordDuelList {
  /** `next` of the page before; absent: from the newest. */
  before?: number;
}

export interface WordDuels {
  /** At most 50. */
  duels?: WordDuel[];
  /** Absent: there are no more. */
  next?: number;
}

/** Two friends play the same rounds. */
export interface WordDuel {
  number?: number;
  with?: UserProfile;
  language?: string;
  /** How many rounds it has. */
  count?: number;
  /** When it ends, whoever has played. */
  until?: string;
  /** Rounds of mine that are over, and those of them that were won. */
  played?: number;
  solved?: number;
  /** The same of the other; only when the duel is over. */
  theirPlayed?: number;
  theirSolved?: number;
  outcome?: WordDuelOutcome;
}

export type WordDuelOutcome =
  /** It lasts. */
  | "WORD_DUEL_OPEN"
  /** I have won more rounds than the other. */
  | "WORD_DUEL_WON"
  | "WORD_DUEL_LOST"
  | "WORD_DUEL_EVEN"
  /** The two are no friends any more. */
  | "WORD_DUEL_CALLED_OFF";

/** What was heard in a recording, and how well it was said. */
export interface WordSpoken {
  word?: string;
  language?: string;
  /** Whether it was this word. */
  right?: boolean;
  /** How well: 0 to 100. */
  score?: number;
  progress?: WordSpeech;
}

/** How well I say words, in the order of the alphabet. */
export interface WordSpeechList {
  /** Absent: the one of one's settings. */
  language?: string;
  /** `next` of the page before; absent: from the beginning. */
  after?: string;
}

export interface WordSpeechPage {
  /** At most 100. */
  words?: WordSpeech[];
  /** Absent: there are no more. */
  next?: string;
}

export interface WordSpeech {
  word?: string;
  language?: string;
  /** How often I have tried, and how often it was right. */
  tries?: number;
  right?: number;
  /** The best score and the last one: 0 to 100. */
  best?: number;
  last?: number;
  at?: string;
}

/** A new day has begun where I am, and its challenge may be played. */
export interface WordDailyReady {
  /** "2027-05-20". */
  day?: string;
  language?: string;
}

/** A friend has finished the same day's challenge as I have. */
export interface WordDailyShown {
  day?: string;
  language?: string;
  friend?: WordDailyFriend;
}
