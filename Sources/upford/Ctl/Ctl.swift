import ArgumentParser

struct Ctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Administer a running daemon through its admin socket.",
        discussion: """
            Answers go to standard output, messages to standard error. Only root and the \
            daemon's user may give orders. Each order is logged as admin.done or admin.refused.

            EXAMPLES
              upford ctl status
              upford ctl --help
              upford ctl kick ana
              upford ctl sessions --json | jq -r '.sessions[].user' | sort | uniq -c

            EXIT CODES
              0 done, 1 refused, 2 no such user or session, 64 wrong usage,
              69 no daemon answers, 77 permission denied, 78 invalid settings
            """,
        subcommands: [
            CtlStatus.self, CtlNodes.self, CtlSessions.self, CtlUsers.self, CtlUser.self,
            CtlCreateUser.self, CtlInvite.self, CtlInvitations.self, CtlRevokeInvitation.self,
            CtlKick.self, CtlBan.self, CtlUnban.self, CtlResetPassword.self, CtlUnlink.self,
            CtlSetEmail.self, CtlDropSecondFactor.self, CtlErase.self, CtlRotateServerKey.self,
            CtlBroadcast.self, CtlDrain.self, CtlWhy.self, CtlTrace.self,
            CtlReports.self, CtlReport.self, CtlDecide.self, CtlAttachment.self,
            CtlRemoveAttachment.self,
        ])
}
