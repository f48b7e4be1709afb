extension EventName {
    /// What docs/EVENTS.md says about changes of an account.
    var meaningForAccount: EventMeaning {
        switch self {
        case .passwordChanged:
            EventMeaning(
                "A user changed the password; the user's other sessions are closed.", .connection,
                .user, .request)
        case .moderated:
            EventMeaning(
                "An administrator decided a case about `uid`; `reason` is the decision: "
                    + "dismiss, hide, warn, suspend or ban.", .user, .reason)
        case .reported:
            EventMeaning(
                "A user, or a message or post of a user, was reported: `upford ctl reports`. "
                    + "The reporter and the reason are not logged.", .user)
        case .emailChanged:
            EventMeaning(
                "A user changed the e-mail address, which is a log-in name.", .connection,
                .user, .request)
        case .emailVerified:
            EventMeaning(
                "A user confirmed an e-mail address by a mailed code.", .connection, .user,
                .request)
        case .tokenReused:
            EventMeaning(
                "A replaced token was used, so one of the two tokens was copied. The log-in "
                    + "is ended, and its owner is notified.", .user, .address)
        case .passwordRecovered:
            EventMeaning(
                "A user set a new password by a mailed code; all sessions are closed.",
                .connection, .user, .request)
        case .secondFactorSet:
            EventMeaning(
                "Log-ins to an account need a second factor from now on: a code of an "
                    + "authenticator, or a passkey.",
                .connection, .user, .request)
        case .secondFactorDropped:
            EventMeaning(
                "Log-ins to an account need no second factor any more. Without `conn`, an "
                    + "administrator did it.",
                .connection, .user, .request)
        case .accountDeleted:
            EventMeaning(
                "An account was deleted; its data are erased in the following hours. Without "
                    + "`conn`, an administrator did it.",
                .connection, .user, .request)
        case .identityKeysRefused:
            EventMeaning(
                "An issuer's keys cannot be read or fetched; earlier keys stay in use.",
                .reason)
        case .identityLinked:
            EventMeaning(
                "An outside identity opens this account from now on.", .connection, .user, .request)
        default:
            EventMeaning(
                "An outside identity no longer opens this account.", .connection, .user, .request)
        }
    }

    /// The same about passkeys.
    var meaningForPasskey: EventMeaning {
        switch self {
        case .passkeyAdded:
            EventMeaning(
                "A passkey opens this account from now on.", .connection, .user, .request)
        case .passkeyCopied:
            EventMeaning(
                "A passkey with the right signature counted no more uses than the server, so there "
                    + "may be a copy of it. It was refused, and its owner is notified.",
                .connection, .user, .request)
        default:
            EventMeaning(
                "A passkey no longer opens this account.", .connection, .user, .request)
        }
    }
}
