import ArgumentParser
import Load

@main
struct UpforLoad {
    static func main() async {
        await LoadCommand.main()
    }
}
