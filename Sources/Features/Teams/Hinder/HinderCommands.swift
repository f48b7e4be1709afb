import SwiftProtobuf
import Wire

// Documents as commands.

extension GatheringCreate {
    init(_ document: HinderEventCreate, _ more: FreeMembers) {
        self.init()
        (title, text, place) = (document.name, document.description_p, document.location)
        if document.hasLat { lat = document.lat }
        if document.hasLon { lon = document.lon }
        if document.hasStarts { starts = document.starts }
        if document.hasEnds { ends = document.ends }
        (self.more, cid) = (more.text, document.cid)
    }
}

extension GatheringUpdate {
    init(_ document: HinderEventChange, _ more: FreeMembers) {
        self.init()
        number = document.event
        if document.hasName { title = document.name }
        if document.hasDescription_p { text = document.description_p }
        if document.hasLocation { place = document.location }
        if document.hasLat { lat = document.lat }
        if document.hasLon { lon = document.lon }
        if document.hasStarts { starts = document.starts }
        if document.hasEnds { ends = document.ends }
        (self.more, cid) = (more.text, document.cid)
    }
}

extension ProjectCreate {
    init(_ document: HinderProjectCreate, _ more: FreeMembers) {
        self.init()
        (gathering, title, text) = (document.eventID, document.name, document.description_p)
        if document.hasCapacity { capacity = document.capacity }
        (skills, self.more, cid) = (document.skills, more.text, document.cid)
    }
}

extension ProjectUpdate {
    init(_ document: HinderProjectChange, _ more: FreeMembers) {
        self.init()
        number = document.project
        if document.hasName { title = document.name }
        if document.hasDescription_p { text = document.description_p }
        if document.hasCapacity { capacity = document.capacity }
        if !document.skills.isEmpty { skills = .with { $0.skills = document.skills } }
        (self.more, cid) = (more.text, document.cid)
    }
}

extension TeamProfileSet {
    init(_ document: HinderUserCreate, _ more: FreeMembers) {
        self.init()
        if !document.skills.isEmpty { skills = .with { $0.skills = document.skills } }
        if document.hasDescription_p { text = document.description_p }
        if document.hasContact { contact = document.contact }
        (self.more, cid) = (more.text, document.cid)
    }

    init(_ document: HinderUserChange, _ more: FreeMembers) {
        self.init()
        number = document.user
        if !document.skills.isEmpty { skills = .with { $0.skills = document.skills } }
        if document.hasDescription_p { text = document.description_p }
        if document.hasContact { contact = document.contact }
        (self.more, cid) = (more.text, document.cid)
    }
}
